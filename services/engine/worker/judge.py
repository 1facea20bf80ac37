"""Judges one command against one game: the only place that turns wishes into entries. Pure but for the game it advances."""

from functools import cache
from typing import Any, NamedTuple

import msgspec

from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Event, Rejected, Seat, TimeOut
from shared.log.commands import BOT, LOBBY, TIMER, Answer, Sent, StartGame
from shared.log.entry import (
    ENGINE,
    BotSatIn,
    Entry,
    Holder,
    Opening,
    PlayerReturned,
    arrival,
    encode_entry,
    encode_events,
    mark,
)
from shared.log.fair import Draws, commitment, draw_key
from shared.log.game import Game, setup_of

SITS_IN = "normal"
"""The level of a bot that sits in for a player whose time has run out."""


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


@cache
def _command_decoder(kind: str) -> "msgspec.msgpack.Decoder[Any]":
    return msgspec.msgpack.Decoder(KINDS[kind].command)


_decode_time_out = msgspec.msgpack.Decoder(TimeOut).decode
_decode_start = msgspec.msgpack.Decoder(StartGame).decode


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
        raise Rejected("invalid-options", path=problems[0].path, allowed=problems[0].allowed)
    chance = Draws(draw_key(secret, game.id, opening.contributions), 0)
    events = rules.open(rules.initial(setup), chance)
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
    )
    house = tuple(Holder(bot=policy) for policy in rules.house_seats(setup_of(drafted)))
    return msgspec.structs.replace(drafted, holders=start.holders + house)


def _play(held: Held, arrived: Arrived) -> bytes:
    game, sent = held.game, arrived.sent
    if game.version == 0:
        raise Rejected("no-such-game")
    if game.outcome is not None:
        raise Rejected("game-over")
    if sent.expect is not None and sent.expect != game.version:
        raise Rejected("version-conflict", expected=sent.expect, version=game.version)
    if sent.by == TIMER:
        return _run_out(held, arrived)
    seat = _seat(game, sent)
    command = _command_decoder(game.opening.kind).decode(sent.do)
    chance = Draws(held.key, game.draws)
    events = game.rules.decide(game.state, seat, command, chance)
    if sent.by != BOT and seat in game.sitting_in:
        events = (PlayerReturned(seat), *events)
    return _entry(held, arrived, seat, events, chance)


def _seat(game: Game, sent: Sent) -> Seat:
    """The seat that the command is for, if its sender may play it."""
    if sent.seat is None or sent.seat not in game.seats:
        raise Rejected("not-your-seat")
    if sent.by == BOT:
        if game.bot_at(sent.seat) is None:
            raise Rejected("seat-not-held-by-bot", seat=sent.seat)
    elif game.opening.holders[sent.seat].player != sent.by:
        raise Rejected("not-your-seat")
    return Seat(sent.seat)


def _run_out(held: Held, arrived: Arrived) -> bytes:
    """A timer that has run out; one that was meanwhile stopped or restarted is refused."""
    game = held.game
    time_out = _decode_time_out(arrived.sent.do)
    due_at = game.timers.get(time_out.timer)
    if due_at is None or due_at > arrived.at:
        raise Rejected("timer-not-due", timer=time_out.timer)
    chance = Draws(held.key, game.draws)
    kind, _, rest = time_out.timer.partition(":")
    if kind == "turn":
        events: tuple[Event, ...] = (BotSatIn(int(rest.split(":")[0]), SITS_IN),)
    else:
        events = game.rules.decide(game.state, None, time_out, chance)
    return _entry(held, arrived, ENGINE, events, chance)


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
        if not isinstance(event, (BotSatIn, PlayerReturned)):
            state = game.rules.evolve(state, event)
    return game.rules.outcome(state) is not None
