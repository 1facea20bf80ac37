"""What a device gets: a notice put into words and figures, at most 3 KB, nothing in it that its seat may not know."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from services.notify.notice import Kind, Notice
from shared.api.caps import CAPS, Cap
from shared.api.moment import rfc3339
from shared.api.notices.words import Happening
from shared.api.people import Names
from shared.api.telling import Telling, seat_names
from shared.games.rules import Seat
from shared.log.entry import decode_entry
from shared.log.game import Game, events_of, see

MOST_BYTES = CAPS[Cap.NOTICE_BYTES]
LAST = 3
"""Sentences about what happened last."""
LOOKED_BACK = 8
"""Entries among which they are looked for."""
NAMED = 20
"""Games that a message of several names."""


class GameTold(msgspec.Struct, frozen=True):
    """A game as its player's seat may know it, for an app that has no network."""

    id: str
    kind: str
    version: int
    state: str
    """`playing` or `ended`."""
    you: int
    my_turn: bool
    due_at: str | None
    seats: tuple[str, ...]
    """Names."""
    last: tuple[str, ...]
    """What happened last, in words, the newest last."""
    places: tuple[int | None, ...] | None
    scores: tuple[int | None, ...] | None
    view: dict[str, Any]
    """The seat's own view as far as it has room."""
    left_out: tuple[str, ...] = ()
    """Fields of the view for which there was none."""


class Brief(msgspec.Struct, frozen=True):
    id: str
    version: int
    due_at: str | None


class Payload(msgspec.Struct, frozen=True):
    """The document that every channel carries; `docs/notifications.md` shows it to authors of apps."""

    id: str
    type: Kind
    event: str
    tag: str
    title: str
    body: str
    badge: int
    at: str
    game: GameTold | None
    games: tuple[Brief, ...]
    """All that it is about, where they are several."""
    code: str = ""
    params: Mapping[str, str | int] = {}


class Message(NamedTuple):
    """A payload, and what a channel has to know to carry it."""

    payload: Payload
    content: bytes
    """The payload as JSON."""
    ttl_s: int

    @property
    def silent(self) -> bool:
        return self.payload.type in (Kind.UPDATE, Kind.WITHDRAW)


class Told(NamedTuple):
    """A game that a message is about, with its last entries, newest first."""

    game: Game
    newest: Sequence[bytes]


class Voice(NamedTuple):
    """Who is spoken to, and how."""

    account: str
    names: Names

    def text(self, message: str, **args: str | int) -> str:
        return self.names.texts.text(self.names.language, message, args)


def message(notice: Notice, told: Told | None, voice: Voice, now: int) -> Message:
    """`told` is the first game that the notice is about."""
    title, body = _words(notice, told.game if told else None, voice)
    payload = Payload(
        id=notice.id,
        type=notice.kind,
        event=notice.what if notice.happening is None else str(notice.happening),
        tag=notice.tag,
        title=title,
        body=body,
        badge=notice.badge,
        at=rfc3339(notice.at),
        game=None if told is None or notice.kind is Kind.WITHDRAW else _game_told(told, voice),
        games=tuple(Brief(one.game, one.version, _time(one.due)) for one in notice.about[:NAMED]),
        code=notice.code,
        params={} if notice.kind is Kind.CODE else notice.params,
    )
    fitted, content = fitting(payload)
    return Message(fitted, content, max(60, ((notice.until or now + DAY_MS) - now) // 1000))


DAY_MS = 24 * 3_600_000


def _game_told(told: Told, voice: Voice) -> GameTold | None:
    """`None` for a game at which the account has no seat."""
    game = told.game
    seat = game.seat_of(voice.account)
    if seat is None:
        return None
    telling = Telling(voice.names.texts, voice.names.language, seat_names(game, voice.names))
    due, outcome = game.due().get(seat), game.outcome
    return GameTold(
        id=game.id,
        kind=game.opening.kind,
        version=game.version,
        state="playing" if outcome is None else "ended",
        you=seat,
        my_turn=outcome is None and game.bot_at(seat) is None and game.clock(seat) is not None,
        due_at=_time(due),
        seats=telling.names,
        last=_last(told, Seat(seat), telling),
        places=outcome and outcome.places,
        scores=outcome and outcome.scores,
        view=msgspec.to_builtins(game.rules.view(game.state, Seat(seat))),
    )


def _last(told: Told, seat: Seat, telling: Telling) -> tuple[str, ...]:
    """The last sentences that the seat may hear, the newest last."""
    game, said = told.game, list[str]()
    for payload in told.newest:
        events = events_of(game.opening, game.rules, decode_entry(payload))
        said = [*telling.words(game.rules, see(game.rules, events, seat)), *said]
        if len(said) >= LAST:
            break
    return tuple(said[-LAST:])


def fitting(payload: Payload) -> tuple[Payload, bytes]:
    """Made to fit: what takes the most room of the view goes first, then sentences, then further games."""
    while len(content := msgspec.json.encode(payload)) > MOST_BYTES:
        payload = _smaller(payload)
    return payload, content


def _smaller(payload: Payload) -> Payload:
    game = payload.game
    if game and game.view:
        largest = max(game.view, key=lambda name: len(msgspec.json.encode(game.view[name])))
        view = {name: value for name, value in game.view.items() if name != largest}
        return replace(payload, game=replace(game, view=view, left_out=(*game.left_out, largest)))
    if game and game.last:
        return replace(payload, game=replace(game, last=game.last[1:]))
    if payload.games:
        return replace(payload, games=payload.games[: len(payload.games) // 2])
    if game:
        return replace(payload, game=None)
    return replace(payload, body=payload.body[: len(payload.body) // 2], title=payload.title[:100], params={})


def _words(notice: Notice, game: Game | None, voice: Voice) -> tuple[str, str]:
    """Title and body."""
    match notice.kind:
        case Kind.TEST:
            return voice.text("notice-test-title"), voice.text("notice-test")
        case Kind.CODE:
            return voice.text("notice-code-title"), voice.text("notice-code", code=notice.params["code"])
        case Kind.WITHDRAW:
            return "", ""
        case _:
            return _told_words(notice, game, voice)


def _told_words(notice: Notice, game: Game | None, voice: Voice) -> tuple[str, str]:
    happening, count = notice.happening, len(notice.about)
    if game is None:
        return _thing_words(notice, voice)
    kind = voice.text(f"{game.opening.kind}-name")
    if happening is Happening.DIGEST or (count > 1 and happening is not Happening.ENDED):
        return voice.text(f"notice-{happening}-title"), voice.text(f"notice-{happening}-many", count=count)
    args = {"game": kind, **_figures(game, voice)}
    return voice.text(f"notice-{happening}-title"), voice.text(_sentence(happening, game, voice), **args)


def _sentence(happening: Happening | None, game: Game, voice: Voice) -> str:
    seat = game.seat_of(voice.account)
    if happening is not Happening.ENDED:
        return f"notice-{happening}"
    place = game.outcome.places[seat] if game.outcome and seat is not None else None
    if place is None:
        unfinished = game.outcome is None or game.chairs.ended is not None
        return "notice-game-ended-unfinished" if unfinished else "notice-game-ended"
    return "notice-game-ended-won" if place == 1 else "notice-game-ended-placed"


def _figures(game: Game, voice: Voice) -> dict[str, str | int]:
    seat = game.seat_of(voice.account)
    names = seat_names(game, voice.names)
    others = [name for other, name in enumerate(names) if other != seat]
    away = [names[other] for other in game.seats if other != seat and other in game.chairs.sitting_in]
    place = game.outcome.places[seat] if game.outcome and seat is not None else None
    return {
        "others": ", ".join(others),
        "who": ", ".join(away or others),
        "place": place or 0,
        "of": len(names),
    }


def _thing_words(notice: Notice, voice: Voice) -> tuple[str, str]:
    """What is no game's; a code of which there is no sentence is told by what it is about."""
    title = voice.text(f"notice-{notice.happening}-title")
    if not voice.names.texts.has(f"notice-{notice.code}"):
        return title, voice.text(f"notice-{notice.happening}-plain")
    args = dict(notice.params)
    if kind := args.get("kind"):
        args["game"] = voice.text(f"{kind}-name")
    if by := args.get("by"):
        args["who"] = voice.names.of(str(by))
    return title, voice.text(f"notice-{notice.code}", **args)


def _time(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)
