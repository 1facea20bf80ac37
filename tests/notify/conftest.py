"""A server with the notices' functions, the other ends of all channels, and what delivers between them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from services.notify.configured import channels
from services.notify.dead import DeadLetters
from services.notify.delivery import Deliverer
from services.notify.outbox import Outbox
from services.notify.post import Post
from services.notify.reading import Games
from shared.api import inbox
from shared.api.notices.book import Book, load_functions
from shared.api.people import People
from shared.log.valkey import ValkeyLog
from shared.seeds import Texts
from shared.settings import Settings
from tests.notify.receivers import World, world


@pytest.fixture(scope="session")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("w")) as there:
        yield there


@pytest.fixture
def there(everywhere: World) -> World:
    """Nothing has come yet."""
    for kept in (everywhere.received, everywhere.refused, everywhere.trouble, everywhere.secrets):
        kept.clear()
    everywhere.down = False
    return everywhere


@pytest.fixture
def config(var: Path, there: World) -> Settings:
    return there.config(var)


@pytest.fixture
async def valkey(server: Redis) -> Redis:
    await load_functions(server)
    await inbox.load_functions(server)
    return server


@pytest.fixture
async def post(config: Settings) -> AsyncIterator[Post]:
    post = Post(config)
    yield post
    await post.close()


@pytest.fixture
def deliverer(valkey: Redis, config: Settings, post: Post) -> Deliverer:
    return Deliverer(
        outbox=Outbox(valkey),
        dead=DeadLetters(valkey),
        book=Book(valkey),
        games=Games(ValkeyLog(valkey), config.partitions),
        people=People(valkey),
        texts=Texts(),
        post=post,
        on=channels(config),
        public_url=config.public_url,
        claim_s=config.notice_again_s,
    )
