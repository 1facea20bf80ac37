"""One turn of a bot with a webhook: read, ask, judge the answer, send it on, or have a built-in bot play."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpcore
import structlog
from redis.asyncio import Redis

from services.bots.webhook.figures import CALL_S, CALLS, PLAYED, WAITED
from services.bots.webhook.playing import called_id, sent
from services.bots.webhook.turn import Wrong, answered, body_of, budget_ms, is_called_for, turn_of
from shared.api.bots import BotBook, CallFault, Failure, Hook, Standing
from shared.api.caps import CAPS, Cap
from shared.api.inbox import Inbox, Notice
from shared.api.moment import now_ms
from shared.api.public import Answer, NotPublic, PublicHttp
from shared.api.signing import signed
from shared.games.rules import Command
from shared.log.chairs import Why
from shared.log.commands import FIELD, encode
from shared.log.game import Game, fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog

log = structlog.get_logger(__name__)

AT_ONCE = CAPS[Cap.BOT_CALLS]
CLAIM_SPARE_MS = 1000

StandIn = Callable[[str, int, int], None]
"""Has a built-in bot play: game, version, seat."""
Again = Callable[[str, int, int, str], None]
"""Has a bot called once more: game, version, seat, the bot's account."""


@dataclass(frozen=True, slots=True)
class Caller:
    redis: Redis
    http: PublicHttp
    book: BotBook
    inbox: Inbox
    stand_in: StandIn
    again: Again
    partitions: int
    most_ms: int
    under_way: Counter[str] = field(default_factory=Counter[str])
    """Calls of each bot that wait for its server."""

    async def call(self, id: str, version: int, seat: int, bot: str) -> None:
        """Sees to the seat's turn. Raises `CorruptLog`."""
        game = await self._read(id)
        if not is_called_for(game, version, seat, bot):
            return
        standing = (await self.book.standings([bot], now_ms()))[bot]
        if standing.hook is None and not standing.ours_to_play:
            return
        if standing.hook is None or not standing.callable or _is_given_up(game, seat):
            self.stand_in(id, version, seat)
        elif self.under_way[bot] >= AT_ONCE:
            return  # the dispatcher asks again
        elif game.rules.realtime:
            await self._ask_alone(game, seat, bot, standing, standing.hook)
        else:
            await self._ask(game, seat, bot, standing, standing.hook)

    async def _read(self, id: str) -> Game:
        return fold(id, await ValkeyLog(self.redis).read(keys_of(id, self.partitions).log(id)))

    async def _ask_alone(self, game: Game, seat: int, bot: str, standing: Standing, hook: Hook) -> None:
        """Without turns a bot is called about one position of its seat at a time; what came meanwhile is the next."""
        key, longest = f"bot-calls:{game.id}:{seat}", self.most_ms + CLAIM_SPARE_MS
        if not await self.redis.set(key, 1, nx=True, px=longest):
            return  # whoever holds it looks once more when it is done
        try:
            await self._ask(game, seat, bot, standing, hook)
        finally:
            await self.redis.delete(key)
        now = await self._read(game.id)
        if now.version > game.version and is_called_for(now, now.version, seat, bot):
            self.again(game.id, now.version, seat, bot)

    async def _ask(self, game: Game, seat: int, bot: str, standing: Standing, hook: Hook) -> None:
        budget = budget_ms(game, seat, self.most_ms, now_ms())
        if not await self._claim(game, seat, budget):
            return
        self.under_way[bot] += 1
        begun = time.monotonic()
        try:
            command = await self._chosen(game, seat, bot, hook, budget)
        except Wrong as wrong:
            took_s = _counted(begun, wrong.fault)
            failure = Failure(
                now_ms(), game.id, game.version, seat, wrong.fault, wrong.status, round(took_s * 1000)
            )
            self.stand_in(game.id, game.version, seat)
            await self._failed(bot, standing, failure)
        else:
            _counted(begun, WAITED if command is None else PLAYED)
            if command is not None:
                await self._play(game, seat, command)
            elif game.bot_at(seat) is not None:  # for it has waited longer than the table does
                self.stand_in(game.id, game.version, seat)
            if standing.in_a_row:
                await self.book.forgive(bot)
        finally:
            self.under_way[bot] -= 1
            if not self.under_way[bot]:
                del self.under_way[bot]

    async def _claim(self, game: Game, seat: int, budget: int) -> bool:
        """Whether nobody else asks at the moment; a process that dies meanwhile holds its claim no longer than its call."""
        key = f"bot-call:{game.id}:{game.version}:{seat}"
        return bool(await self.redis.set(key, 1, nx=True, px=budget + CLAIM_SPARE_MS))

    async def _chosen(self, game: Game, seat: int, bot: str, hook: Hook, budget: int) -> Command | None:
        """Raises `Wrong`."""
        body = body_of(turn_of(game, seat, bot, budget), now_ms())
        id = f"turn_{game.id}_{game.version}_{seat}"
        headers = signed(hook.secret, id, datetime.now(UTC), body)
        answer = await self._posted(hook.url, headers, body, budget / 1000)
        return answered(game, seat, answer.status, answer.body)

    async def _posted(self, url: str, headers: dict[str, str], body: bytes, within_s: float) -> Answer:
        try:
            return await self.http.post(url, headers, body, within_s)
        except (TimeoutError, httpcore.TimeoutException) as error:
            raise Wrong(CallFault.LATE) from error
        except NotPublic as error:
            raise Wrong(CallFault.NOT_PUBLIC) from error
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise Wrong(CallFault.UNREACHABLE) from error
        except (OSError, ValueError) as error:  # TLS, or a name that is none
            raise Wrong(CallFault.UNREACHABLE) from error

    async def _play(self, game: Game, seat: int, command: Command) -> None:
        """Only what others did meanwhile can make the engine refuse it; then there is another turn."""
        name = called_id(game.version, seat)
        fields: Any = {FIELD: encode(sent(game, seat, name, command))}
        await self.redis.xadd(keys_of(game.id, self.partitions).commands, fields)

    async def _failed(self, bot: str, standing: Standing, failure: Failure) -> None:
        log.info("bot-call-failed", bot=bot, game=failure.game, version=failure.version, fault=failure.fault)
        if not await self.book.note(bot, failure):
            return
        log.info("bot-set-aside", bot=bot)
        if standing.owner:
            told = Notice(bot, "bot-set-aside", failure.at, {"bot": bot}, version=failure.at)
            await self.inbox.tell([(standing.owner, told)])


def _counted(begun: float, result: str) -> float:
    """Seconds that the call took."""
    took_s = time.monotonic() - begun
    CALLS.add(result)
    CALL_S.note(took_s)
    return took_s


def _is_given_up(game: Game, seat: int) -> bool:
    """Whether a built-in bot plays the seat to stay; one that sits in because time ran out goes when the bot is back."""
    sitting = game.chairs.sitting_in.get(seat)
    return sitting is not None and sitting.why is not Why.TIMED_OUT
