"""Judges one command against one game: the only place that turns wishes into entries. Pure but for the game it advances."""

from functools import cache
from typing import Any, NamedTuple

import msgspec

from services.engine.worker.running_out import given_back, run_out
from services.engine.worker.seating import on_leave, seated
from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Event, Rejected, Seat, TimeOut
from shared.log.commands import (
    AWAY,
    BOT,
    LEAVE,
    LOBBY,
    STAFF,
    TIMER,
    Answer,
    OnLeave,
    Sent,
    StartGame,
    WasAway,
)
from shared.log.entry import ENGINE, Entry, Holder, Opening, arrival, encode_entry, encode_events, mark
from shared.log.fair import Draws, commitment, draw_key
from shared.log.game import Game, setup_of
from shared.log.seatcommands import SEAT_COMMANDS, SeatCommand, TakeHint
from shared.log.seats import SEAT_EVENTS, Ending, GameStopped, PlayerReturned, ServiceAway


class Held(msgspec.Struct):
    """A game in the worker's memory, with the secret that its draws come from while it runs."""

    game: Game
    secret: bytes = b""
    key: bytes = b""

    def learn(self, secret: bytes) -> None:
        """Call once the opening is known."""
        self.secret = secret
        self.key = draw_key(secret, self.game.id, self.game.opening.contributions)


class Verdict(NamedTuple):
    answer: Answer
    entry: bytes | None
    """What to append; the game has already taken it. `None` when the command was refused or is an old one."""


class Arrived(NamedTuple):
    """A command and its stream id, `<at>-<seq>`: when it arrived, and its place in that millisecond."""

    sent: Sent
    at: int
    seq: int
    back_at: int = 0
    """When we came back, if it arrived while we were away."""


@cache
def _command_decoder(kind: str) -> "msgspec.msgpack.Decoder[Any]":
    return msgspec.msgpack.Decoder(KINDS[kind].command | SeatCommand | TakeHint)


_decode_time_out = msgspec.msgpack.Decoder(TimeOut).decode
_decode_start = msgspec.msgpack.Decoder(StartGame).decode
_decode_leave = msgspec.msgpack.Decoder(OnLeave).decode


def judge(held: Held, arrived: Arrived) -> Verdict:
    """Accepts (and advances the game) or refuses (and changes nothing).

    Raises `CorruptLog` or whatever broken rules raise; the game must then be thrown away and parked.
    """
    game, sent = held.game, arrived.sent
    if (version := game.accepted.get(sent.id)) is not None:
        return Verdict(Answer(sent.id, version), None)
    try:
        payload = _open(held, arrived) if sent.by == LOBBY else _play(held, arrived)
    except Rejected as refusal:
        return Verdict(Answer(sent.id, game.version, refusal.reason, refusal.params), None)
    except msgspec.ValidationError as error:
        return Verdict(Answer(sent.id, game.version, "malformed", {"problem": str(error)}), None)
    game.apply(payload)
    return Verdict(Answer(sent.id, game.version), payload)


def give_back(held: Held, away: WasAway) -> bytes | None:
    """The entry that gives a game the time back that we were away, which it has taken; `None` if it has lost none.

    Raises like `judge`.
    """
    game = held.game
    sent = Sent(f"{AWAY}:{away.since}:{away.until}", game.id, TIMER, None, msgspec.Raw())
    if not game.version or game.outcome is not None or not _has_clocks(game):
        return None
    try:
        at, events = given_back(game, away.since, away.until)
    except Rejected:
        return None
    payload = _entry(held, Arrived(sent, at, 0), ENGINE, events, Draws(held.key, game.draws))
    game.apply(payload)
    return payload


def _has_clocks(game: Game) -> bool:
    """Whether anything of the game goes by time, be it later."""
    return bool(game.timers) or game.opening.pace.turn_ms is not None


def _open(held: Held, arrived: Arrived) -> bytes:
    """Entry 1. The game learns its secret; it is kept beside the log until the game ends."""
    game, sent = held.game, arrived.sent
    if game.version:
        raise Rejected("already-started")
    start = _decode_start(sent.do)
    rules, secret = KINDS[start.kind], bytes.fromhex(start.secret)
    opening = _opening(rules, start, secret)
    setup = setup_of(opening)
    if problems := rules.check(setup):
        raise Rejected("invalid-options", path=problems[0].path, problem=problems[0].code)
    chance = Draws(draw_key(secret, game.id, opening.contributions), 0)
    events: tuple[Event, ...] = rules.open(rules.initial(setup), chance)
    if arrived.back_at > arrived.at:
        events = (*events, ServiceAway(arrived.back_at - arrived.at))
    held.secret = secret
    held.key = draw_key(secret, game.id, opening.contributions)
    return _entry(held, arrived, ENGINE, events, chance, opening)


def _opening(rules: AnyRules, start: StartGame, secret: bytes) -> Opening:
    drafted = Opening(
        kind=start.kind,
        rules_version=rules.version,
        players=start.players,
        holders=start.holders,
        options=start.options,
        pace=start.pace,
        commitment=commitment(secret),
        contributions=start.contributions,
        rated=start.rated,
        absence=start.absence,
        listed=start.listed,
        hints=start.hints,
    )
    house = tuple(Holder(bot=policy) for policy in rules.house_seats(setup_of(drafted)))
    return msgspec.structs.replace(drafted, holders=start.holders + house)


def _play(held: Held, arrived: Arrived) -> bytes:
    game, sent = held.game, arrived.sent
    if game.version == 0:
        raise Rejected("no-such-game")
    if game.outcome is not None:
        raise Rejected("game-over")
    if sent.expect is not None and not game.moved_at <= sent.expect <= game.version:
        raise Rejected("version-conflict", expected=sent.expect, version=game.version)
    chance = Draws(held.key, game.draws)
    if sent.by == TIMER:
        events = run_out(game, _decode_time_out(sent.do).timer, arrived.at, chance)
        return _entry(held, arrived, ENGINE, events, chance)
    if sent.by == STAFF:
        return _entry(held, arrived, ENGINE, (GameStopped(Ending.STAFF),), chance)
    if sent.by == LEAVE:
        events = on_leave(game, _decode_leave(sent.do), arrived.at)
        return _entry(held, arrived, ENGINE, events, chance)
    seat = _seat(game, sent)
    return _entry(held, arrived, seat, _wished(game, sent, seat, chance), chance)


def _wished(game: Game, sent: Sent, seat: Seat, chance: Draws) -> tuple[Event, ...]:
    command = _command_decoder(game.opening.kind).decode(sent.do)
    if type(command) in SEAT_COMMANDS:
        if sent.by == BOT:
            raise Rejected("not-your-seat")
        return seated(game, seat, command)
    events = game.rules.decide(game.state, seat, command, chance)
    if sent.by != BOT and seat in game.chairs.sitting_in:
        return (PlayerReturned(seat), *events)
    return events


def _seat(game: Game, sent: Sent) -> Seat:
    """The seat that the command is for, if its sender may play it."""
    if sent.seat is None or sent.seat not in game.seats:
        raise Rejected("not-your-seat")
    if sent.by == BOT:
        if game.bot_at(sent.seat) is None:
            raise Rejected("seat-not-held-by-bot", seat=sent.seat)
        if game.chairs.paused:
            raise Rejected("game-paused")
    elif game.opening.holders[sent.seat].player != sent.by:
        raise Rejected("not-your-seat")
    elif sent.seat in game.chairs.conceded:
        raise Rejected("seat-conceded", seat=sent.seat)
    return Seat(sent.seat)


def _entry(
    held: Held,
    arrived: Arrived,
    actor: int,
    events: tuple[Event, ...],
    chance: Draws,
    opening: Opening | None = None,
) -> bytes:
    return encode_entry(
        Entry(
            arrived=arrival(arrived.at, arrived.seq),
            actor=actor,
            command=arrived.sent.id,
            before=mark(held.game.head),
            events=encode_events(events),
            draws=chance.made,
            opening=opening,
            secret=held.secret.hex() if _ends(held.game, events, opening) else None,
        )
    )


def _ends(game: Game, events: tuple[Event, ...], opening: Opening | None) -> bool:
    """Whether the game is over after these events."""
    if opening is not None:
        return False
    state = game.state
    for event in events:
        if isinstance(event, GameStopped):
            return True
        if type(event) not in SEAT_EVENTS:
            state = game.rules.evolve(state, event)
    return game.rules.outcome(state) is not None
