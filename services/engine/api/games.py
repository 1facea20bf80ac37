"""What callers may do with games: list, look, ask for moves, send commands, follow."""

import re
from typing import Any

from redis.asyncio import Redis

from services.engine.api.absences import Absences
from services.engine.api.follow import Following
from services.engine.api.hub import Hub
from services.engine.api.reader import Reader
from services.engine.api.standing import Standing, pending
from services.engine.api.view import View, game_view, moves_view, seat_views
from services.engine.api.wire import Accepted, CommandBody, GameView, Moves, Running, RunningGames
from shared.api.auth import Caller
from shared.api.courier import Courier, Unanswered, Unsent
from shared.api.media import convert
from shared.api.moment import rfc3339
from shared.api.people import Names, People
from shared.api.prefer import Pending
from shared.api.presence import Presence
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.api.telling import Telling, seat_names
from shared.games.rules import Event, Seat, wire
from shared.log.commands import OPENING, Answer, Reply, Sent, pack
from shared.log.entry import ENGINE, decode_entry
from shared.log.game import Game, events_of, see
from shared.log.keys import Keys, keys_of
from shared.log.seatcommands import SeatCommand
from shared.log.valkey import ValkeyLog
from shared.seeds import Texts

CURSOR = re.compile(r"([0-9]{1,15})\.(g_[0-9A-Za-z_]{1,64})")
JUDGED_S = 10.0
"""How long a command waits for its answer."""


class Games:
    def __init__(
        self,
        redis: Redis,
        listening: Redis,
        log: ValkeyLog,
        courier: Courier,
        people: People,
        texts: Texts,
        partitions: int,
        presence: Presence,
    ) -> None:
        self._redis = redis
        self._courier = courier
        self._people = people
        self._texts = texts
        self._partitions = partitions
        self._log = log
        self.reader = Reader(log, partitions)
        self.absences = Absences(self.reader, presence)
        self._standing = Standing(redis, partitions)
        self.hub = Hub(log, listening, partitions, courier.heard)

    async def view(self, game: str, reader: Caller | None, language: str) -> GameView:
        """Raises `no-such-game`."""
        found = await self.reader.latest(game)
        names = await self._names(found, language)
        found = await self.reader.known(game)
        return game_view(found, _seat_of(found, reader), names)

    async def moves(self, game: str, caller: Caller) -> Moves:
        """Raises `no-such-game` or `not-seated`."""
        found = await self.reader.latest(game)
        return moves_view(found, _held_seat(found, caller))

    async def command(
        self, game: str, caller: Caller, body: CommandBody, wait_s: float = JUDGED_S
    ) -> Accepted:
        """Raises every refusal as a problem; the command may be sent again under the same id."""
        found = await self.reader.known(game)
        seat = _held_seat(found, caller)
        command = convert(body.do, found.rules.command | SeatCommand, "$.do")
        follows = self.hub.hears(game)
        sent = Sent(body.id, game, caller, seat, pack(command), body.expect, follows=follows)
        reply = await self._judged(sent, wait_s)
        if reply.answer.reason is not None:
            raise _refusal(found, reply.answer)
        return Accepted(body.id, reply.answer.version, await self._seen(found, reply, seat))

    async def standing(self, game: str, caller: Caller, command: str) -> Accepted | Pending:
        """What became of one of the caller's commands, or of the start. Raises `no-such-command`, or its refusal."""
        if command == OPENING:
            return await self._opening(game, caller)
        found = await self.reader.latest(game)
        seat = _held_seat(found, caller)
        if await self._standing.queued(game, command, seat):
            return pending(game, command)
        found = await self.reader.latest(game)
        if (version := found.accepted.get(command)) is not None:
            return await self._accepted(found, command, version, seat)
        if refused := await self._standing.refused(game, command, seat):
            raise _refusal(found, refused)
        raise ApiError(Code.NO_SUCH_COMMAND)

    async def _opening(self, game: str, caller: Caller) -> Accepted | Pending:
        """What the lobby asked for, of which the first entry came; anybody may ask, also before there is a game."""
        if await self._standing.queued(game, OPENING, None):
            return pending(game, OPENING)
        found = await self.reader.latest(game)
        return await self._accepted(found, OPENING, 1, _seat_of(found, caller))

    async def _accepted(self, game: Game, command: str, version: int, seat: Seat | None) -> Accepted:
        entry = await self._entry(game.id, version)
        if decode_entry(entry).actor not in (seat, ENGINE):
            raise ApiError(Code.NO_SUCH_COMMAND)
        reply = Reply(game.id, Answer(command, version), entry)
        return Accepted(command, version, await self._seen(game, reply, seat))

    async def following(self, game: str, reader: Caller | None, language: str | None) -> Following:
        """A receiver of the game's entries; with a language, in words too. Raises `no-such-game`."""
        found = await self.reader.known(game)
        telling = None
        if language is not None:
            names = await self._names(found, language)
            telling = Telling(self._texts, language, seat_names(found, names))
        return Following(self.hub, game, found.opening, View(_seat_of(found, reader), telling), self.absences)

    async def running(self, kind: str | None, limit: int, cursor: str | None, language: str) -> RunningGames:
        """A page; the cursor is the last game's beginning and id."""
        began = await self._began_before(cursor, limit)
        page: list[Running] = []
        for at, (game, started_ms) in enumerate(began):
            if len(page) == limit:
                last, last_ms = began[at - 1]
                return RunningGames(tuple(page), f"{last_ms}.{last}")
            if (found := await self._listed(game, kind)) is not None:
                page.append(await self._running(found, started_ms, language))
        last = began[-1] if len(began) > limit else None
        return RunningGames(tuple(page), last and f"{last[1]}.{last[0]}")

    async def _listed(self, game: str, kind: str | None) -> Game | None:
        """The game, if a list of that kind has it; one that cannot be read keeps no other from being shown."""
        try:
            found = await self.reader.latest(game)
        except ApiError:
            return None
        of_kind = kind in (None, found.opening.kind)
        return found if of_kind and found.opening.listed and found.outcome is None else None

    async def _running(self, game: Game, started_ms: int, language: str) -> Running:
        seats = seat_views(game, await self._names(game, language), None)
        return Running(game.id, game.opening.kind, game.version, rfc3339(started_ms), seats)

    async def _began_before(self, cursor: str | None, limit: int) -> list[tuple[str, int]]:
        """Running games and when they began, newest first; more than a page, as others and unlisted ones are left out."""
        until, after = _cursor(cursor)
        most = 4 * limit + 1
        pipeline = self._redis.pipeline(transaction=False)
        for partition in range(self._partitions):
            key = Keys(partition).running
            pipeline.zrevrangebyscore(key, until, "-inf", withscores=True, start=0, num=most)
        found = [
            (-int(score), game.decode()) for scored in await pipeline.execute() for game, score in scored
        ]
        ordered = [(game, -began) for began, game in sorted(found)]
        if after is not None:
            ordered = [pair for pair in ordered if (-pair[1], pair[0]) > (-int(until), after)]
        return ordered[:most]

    async def _judged(self, sent: Sent, wait_s: float) -> Reply:
        try:
            return await self._courier.send(sent, wait_s)
        except Unsent as error:
            raise ApiError(Code.UNAVAILABLE, headers={"Retry-After": "1"}) from error
        except Unanswered as error:
            raise ApiError(Code.NOT_ANSWERED_YET, headers={"Retry-After": "1"}) from error

    async def _seen(self, game: Game, reply: Reply, seat: Seat | None) -> tuple[dict[str, Any], ...]:
        """The new entry's events as the seat sees them."""
        events = await self._events(game, reply)
        return tuple(wire(event) for event in see(game.rules, events, seat))

    async def _events(self, game: Game, reply: Reply) -> tuple[Event, ...]:
        if folded := self.hub.at_hand(game.id, reply.answer.version):
            return folded.events
        payload = reply.entry or await self._entry(game.id, reply.answer.version)
        return events_of(game.opening, game.rules, decode_entry(payload))

    async def _entry(self, game: str, version: int) -> bytes:
        return (await self._log.read(keys_of(game, self._partitions).log(game), version - 1, 1))[0]

    async def _names(self, game: Game, language: str) -> Names:
        people = await self._people.names(holder.player for holder in game.opening.holders)
        return Names(people, self._texts, language)


def _refusal(game: Game, answer: Answer) -> ApiError:
    params = {**answer.params, "judged_at_version": answer.version}
    return ApiError(str(answer.reason), kind=game.opening.kind, params=params)


def _seat_of(game: Game, reader: Caller | None) -> Seat | None:
    seat = None if reader is None else game.seat_of(reader)
    return None if seat is None else Seat(seat)


def _held_seat(game: Game, caller: Caller) -> Seat:
    seat = _seat_of(game, caller)
    if seat is None:
        raise ApiError(Code.NOT_SEATED)
    return seat


def _cursor(cursor: str | None) -> tuple[str, str | None]:
    """The time to read back from, and the game to go on after."""
    if cursor is None:
        return "+inf", None
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return found[1], found[2]
