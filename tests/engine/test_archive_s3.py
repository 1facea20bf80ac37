"""The archive on a real S3 server, over HTTP, found by the settings and the usual AWS variables."""

from collections.abc import Iterator

import boto3
import pytest
from moto.server import ThreadedMotoServer
from redis.asyncio import Redis

from services.engine.archiver.sweep import sweep
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog, load_functions, restore_game
from shared.log.keys import PARTITIONS, keys_of
from shared.log.port import ArchiveAway
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.finished import KINDS, START, finished


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_REGION", "us-east-1")
        patch.setenv("AWS_ALLOW_HTTP", "true")
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        host, port = server.get_host_and_port()
        endpoint = f"http://{host}:{port}"
        patch.setenv("AWS_ENDPOINT_URL", endpoint)
        boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1").create_bucket(Bucket="games")
        yield endpoint
        server.stop()


async def test_games_go_to_s3_and_come_back(s3: str, server: Redis, config: Settings) -> None:
    await load_functions(server)
    archive = open_archive(Settings(var=config.var, archive_url="s3://games/paternoster"))
    logs = {f"g_{kind}": list(finished(kind, game=f"g_{kind}")) for kind in KINDS}
    for game, log in logs.items():
        await ValkeyLog(server).append(keys_of(game).log(game), 0, log)
    assert (await sweep(server, archive, PARTITIONS, START * 2)).games == len(logs)
    for game, log in logs.items():
        assert await ArchivedLog(server, archive).read(keys_of(game).log(game)) == log
    stored = boto3.client("s3", endpoint_url=s3, region_name="us-east-1").list_objects_v2(Bucket="games")
    assert {item["Key"] for item in stored["Contents"]} == {
        f"paternoster/{game[-2:]}/{game}.game.zst" for game in logs
    }
    assert await restore_game(server, archive, keys_of("g_floor"), "g_floor") == len(logs["g_floor"])
    assert await ValkeyLog(server).read(keys_of("g_floor").log("g_floor")) == logs["g_floor"]


async def test_a_bucket_that_is_not_there_costs_no_hot_copy(s3: str, server: Redis, config: Settings) -> None:
    await load_functions(server)
    archive = open_archive(Settings(var=config.var, archive_url="s3://nowhere"))
    await ValkeyLog(server).append(keys_of("g_1").log("g_1"), 0, finished("floor"))
    with pytest.raises(ArchiveAway):
        await sweep(server, archive, PARTITIONS, START * 2)
    assert await ValkeyLog(server).read(keys_of("g_1").log("g_1")) == list(finished("floor"))
