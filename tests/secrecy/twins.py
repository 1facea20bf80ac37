"""A game's twin: another log that looks the same to one receiver, all that is hidden from it dealt anew.

Every card that lies open to the receiver stays as it is; hidden ones change places in the deals, draws and hidden plays
of the log itself. So whatever is made of the log, be it a view, a stream, a notice or a bot's choice, is held to it.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from shared.games.eddie.legal import anyone_can_play
from shared.games.elevators.cards import COLOUR_OF, PEOPLE
from shared.games.elevators.events import Began
from shared.games.kinds import KINDS
from shared.games.rules import Event, Seat, tag_of
from shared.log.entry import decode_entry, encode_entry, encode_events, mark
from shared.log.fair import Draw
from shared.log.game import Game, event_decoder, fold
from tests.secrecy.openly import open_to
from tests.secrecy.tokens import redealt

Events = list[Event]
Twin = Callable[[Events, Seat | None, Random], Events]


def twin(game: str, log: Sequence[bytes], receiver: Seat | None, rng: Random) -> list[bytes] | None:
    """The redrawn log of a running game; its chain is whole, and it folds. `None` for a redraw that would show."""
    original = fold(game, log)
    entries = [decode_entry(payload) for payload in log]
    decode = event_decoder(original.opening.kind).decode
    events = [decode(bytes(entry.events)) for entry in entries]
    redrawn = iter(TWINS[original.opening.kind]([one for some in events for one in some], receiver, rng))
    other, made = Game(game), list[bytes]()
    for entry, some in zip(entries, events, strict=True):
        changed = replace(
            entry,
            before=mark(other.head),
            events=encode_events(next(redrawn) for _ in some),
            draws=tuple(_drawn(draw, rng) for draw in entry.draws),
        )
        made.append(encode_entry(changed))
        other.apply(made[-1])
    return made if _told_alike(original, other) else None


def _told_alike(game: Game, other: Game) -> bool:
    """Eddie tells everybody that nobody can play before all have to draw."""
    if game.opening.kind != "eddie":
        return True
    return anyone_can_play(game.state) == anyone_can_play(other.state)


def _drawn(draw: Draw, rng: Random) -> Draw:
    return replace(draw, out=tuple(rng.sample(draw.out, len(draw.out))))


def _elevators(events: Events, receiver: Seat | None, rng: Random) -> Events:
    """Cards of one back change places; lost children stay, as the choice between them is told."""
    out = {event.out for event in events if isinstance(event, Began)}
    free = {card for card in PEOPLE if not card.endswith(".lost_child")} - out
    backs = sorted({COLOUR_OF[card] for card in free})
    groups = [[card for card in PEOPLE if card in free and COLOUR_OF[card] == back] for back in backs]
    return _renamed(groups, events, receiver, rng)


def _floor(events: Events, receiver: Seat | None, rng: Random) -> Events:
    cards = sorted({text for event in events for text in _texts(event) if text[-1:].isdigit()})
    return _renamed([cards], events, receiver, rng)


def _renamed(groups: list[list[str]], events: Events, receiver: Seat | None, rng: Random) -> Events:
    """Round by round, cards that are there and that the receiver has not seen in it change names within their group."""
    made: Events = []
    for part in _rounds(events):
        there = {text for event in part for text in _texts(event)}
        seen = {text for event in part for text in _texts(open_to(receiver, event))}
        names = dict[str, str]()
        for group in groups:
            hidden = [card for card in group if card in there - seen]
            names |= zip(hidden, rng.sample(hidden, len(hidden)), strict=True)
        made += [msgspec.convert(_mapped(msgspec.to_builtins(event), names), type(event)) for event in part]
    return made


def _rounds(events: Events) -> Iterator[Events]:
    part: Events = []
    for event in events:
        if tag_of(event) == "dealt" and any(tag_of(one) == "dealt" for one in part):
            yield part
            part = []
        part.append(event)
    yield part


def _texts(value: Any) -> Iterator[str]:
    """Every text in an event but its tag, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Event):
        yield from (text for one in msgspec.structs.astuple(value) for text in _texts(one))
    elif isinstance(value, tuple):
        yield from (text for one in value for text in _texts(one))


def _mapped(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return [_mapped(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


TWINS: dict[str, Twin] = {"elevators": _elevators, "floor": _floor, "eddie": redealt}
assert {*TWINS} == {*KINDS}, "a new kind needs its twin here: a log redrawn for a receiver"
