"""What callers may have the search tell them: hints while they play, an analysis when the game is over."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from redis.asyncio import Redis

from services.engine.api.insight_wire import (
    AnalysisInfo,
    AnalysisState,
    HintInfo,
    done_info,
    hint_info,
    underway_info,
)
from services.engine.api.reader import Reader
from shared.api.auth import Caller
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.courier import Courier, Unanswered, Unsent
from shared.api.leaving import Leaving
from shared.api.limits import Limits
from shared.api.problem import ApiError, Code
from shared.games.rules import Seat
from shared.log.commands import FIELD, Sent, pack
from shared.log.game import Game
from shared.log.insight import ASKS, MOST_ASKS, SEARCHED, Analyses, Hint, HintAsked, decode_hint, encode
from shared.log.keys import keys_of
from shared.log.seatcommands import TakeHint

T = TypeVar("T")

LOOK_S = 0.25
HINT_S = 10.0
"""How long a hint is waited for."""
STANDS = "hint-stands"
"""The engine's word for what was taken already."""
NOW = {"Retry-After": "1"}


@dataclass(frozen=True, slots=True)
class Insight:
    redis: Redis
    courier: Courier
    reader: Reader
    analyses: Analyses
    limits: Limits
    partitions: int
    leaving: Leaving

    async def ask(self, game: str, caller: Caller, id: str) -> AnalysisInfo:
        """The game's analysis, which is begun if nobody has asked before."""
        found = await self._ended(game, caller)
        if found.opening.kind not in SEARCHED:
            raise ApiError(Code.KIND_NOT_SEARCHED, params={"kind": found.opening.kind})
        if (info := await self._info(found)) is not None and info.state is AnalysisState.DONE:
            return info
        if info is None:
            await self.limits.take(Bucket.ANALYSES, caller)
        await self.analyses.ask(game, id, found.opening.kind, caller)
        return await self._known(found)

    async def analysis(self, game: str, caller: Caller, after: int | None, wait_s: float) -> AnalysisInfo:
        """Waits until more than `after` decisions are judged, where that is asked for."""
        found = await self._ended(game, caller)

        async def further() -> AnalysisInfo | None:
            info = await self._known(found)
            return info if info.state is AnalysisState.DONE or info.done > (after or 0) else None

        waited = await self._looked(further, wait_s) if wait_s else None
        return waited or await self._known(found)

    async def cancel(self, game: str, caller: Caller) -> AnalysisInfo:
        """Takes the caller's wish back; the work ends when nobody else wants it. What was judged is told once more."""
        found = await self._ended(game, caller)
        info = await self._known(found)
        if info.state is AnalysisState.DONE or not await self.analyses.leave(game, caller):
            raise ApiError(Code.NO_SUCH_ANALYSIS)
        return info

    async def _ended(self, game: str, caller: Caller) -> Game:
        """Strangers may ask about games that they can find."""
        found = await self.reader.latest(game)
        if found.seat_of(caller) is None and not found.opening.listed:
            raise ApiError(Code.NOT_SEATED)
        if found.outcome is None:
            raise ApiError(Code.GAME_NOT_OVER)
        return found

    async def _known(self, game: Game) -> AnalysisInfo:
        info = await self._info(game)
        if info is None:
            raise ApiError(Code.NO_SUCH_ANALYSIS)
        return info

    async def _info(self, game: Game) -> AnalysisInfo | None:
        """What has just been done is stored before it is no longer underway, so looking in this order finds it."""
        seats = game.opening.players
        if (underway := await self.analyses.underway(game.id)) is not None:
            return underway_info(game.id, seats, underway)
        done = await self.analyses.done(game.id)
        return None if done is None else done_info(game.id, seats, done)

    async def hint(self, game: str, caller: Caller) -> HintInfo:
        """What the search would do, once the hint stands in the log. Asking again at the same moment is free."""
        found = await self.reader.latest(game)
        seat = found.seat_of(caller)
        if seat is None:
            raise ApiError(Code.NOT_SEATED)
        at = found.moved_at
        if found.chairs.hinted.get(seat) != at or found.outcome is not None:
            self._may(found, seat)
            await self._take(found, seat, caller)
        hint = await self._worked_out(game, seat, at)
        taken = (await self.reader.latest(game)).chairs.hints.get(seat, 0)
        return hint_info(game, seat, hint, taken=taken, most=CAPS[Cap.HINTS])

    def _may(self, game: Game, seat: int) -> None:
        """What the engine would refuse now but perhaps not later, since it remembers refusals by the command's id."""
        if game.outcome is not None:
            raise ApiError(Code.GAME_OVER, params={"judged_at_version": game.version})
        if not game.opening.hints:
            raise ApiError(Code.HINTS_OFF)
        if game.clock(seat) is None or seat in game.chairs.sitting_in:
            raise ApiError("not-your-turn", kind=game.opening.kind)

    async def _take(self, game: Game, seat: int, caller: Caller) -> None:
        id = f"hint:{game.moved_at}:{seat}"
        sent = Sent(id, game.id, caller, Seat(seat), pack(TakeHint()), expect=game.moved_at)
        try:
            reply = await self.courier.send(sent, HINT_S)
        except Unsent as error:
            raise ApiError(Code.UNAVAILABLE, headers=NOW) from error
        except Unanswered as error:
            raise ApiError(Code.NOT_ANSWERED_YET, headers=NOW) from error
        reason = reply.answer.reason
        if reason is not None and reason != STANDS:
            raise ApiError(reason, kind=game.opening.kind, params=reply.answer.params)

    async def _worked_out(self, game: str, seat: int, at: int) -> Hint:
        key = keys_of(game, self.partitions).hint(game, seat)
        redis: Any = self.redis

        async def there() -> Hint | None:
            stored = await redis.get(key)
            hint = None if stored is None else decode_hint(stored)
            return hint if hint is not None and hint.at == at else None

        if (hint := await there()) is not None:
            return hint
        await redis.xadd(ASKS, {FIELD: encode(HintAsked(game, seat, at))}, maxlen=MOST_ASKS)
        if (hint := await self._looked(there, HINT_S)) is None:
            raise ApiError(Code.NOT_ANSWERED_YET, headers=NOW)
        return hint

    async def _looked(self, look: Callable[[], Awaitable[T | None]], wait_s: float) -> T | None:
        """Looks until there is something, or for so long, or until the process ends."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + wait_s
        while True:
            found = await look()
            if found is not None or loop.time() >= ends or self.leaving.begun:
                return found
            await asyncio.sleep(LOOK_S)
