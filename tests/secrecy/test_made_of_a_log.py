"""Whatever is made of a game's log for a receiver is the same, to the byte, for a log with all redrawn that it may not know.

`PATERNOSTER_STATES=1000` draws so many states per kind; the suite draws a few dozen. Over HTTP: `test_over_http.py`.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.bots.choosing import choose
from services.bots.policies import LEVELS, policies
from services.bots.search.budget import Budget
from services.bots.seeds import Seeds
from services.engine.api.frames import Form, frame
from services.engine.api.mine_summary import summary
from services.engine.api.told import Entry
from services.engine.api.view import View, game_view, item, moves_view, seat_views
from services.engine.inbox.news import news_of
from services.engine.worker.judge import Arrived, Held, judge
from shared.api.compression import CODINGS
from shared.api.media import ENCODINGS, encode
from shared.api.people import Level, Names
from shared.api.telling import Telling, seat_names
from shared.games.kinds import KINDS
from shared.games.rules import Seat
from shared.log.commands import Sent, pack
from shared.log.entry import decode_entry
from shared.log.feed import feed_item
from shared.log.game import Folded, Game, events_of, fold
from shared.seeds import Texts
from tests.notify.test_secrecy import WORDED, carried, said
from tests.secrecy.games import CASES, KITS, played
from tests.secrecy.paths import MADE
from tests.secrecy.twins import twin

STATES = int(os.environ.get("PATERNOSTER_STATES", "40"))
TEXTS = Texts()
PEOPLE = {f"a_{seat}": f"Person {seat}" for seat in range(5)}
MOST_REFUSED = 40


class Known(NamedTuple):
    """A game, its log, and who looks at it."""

    game: Game
    log: list[bytes]
    receiver: Seat | None
    language: str

    @property
    def names(self) -> Names:
        return Names(PEOPLE, TEXTS, self.language)


def _views(known: Known) -> Iterator[bytes]:
    for media_type in ENCODINGS:
        view = game_view(known.game, known.receiver, known.names)
        yield encode(msgspec.structs.replace(view, server_time=""), media_type)
        yield encode(seat_views(known.game, known.names, known.receiver), media_type)


def _packed(known: Known) -> Iterator[bytes]:
    """Compressed sizes would tell what plain ones do not."""
    for body in (*_views(known), *_entries(known)):
        yield from (squeeze(body) for squeeze in CODINGS.values())


def _moves(known: Known) -> Iterator[bytes]:
    if known.receiver is not None:
        yield msgspec.json.encode(moves_view(known.game, known.receiver))


def _entries(known: Known) -> Iterator[bytes]:
    """Every item on every transport, without words and with them."""
    game = known.game
    telling = Telling(TEXTS, known.language, seat_names(game, known.names))
    for version, payload in enumerate(known.log, 1):
        entry = decode_entry(payload)
        folded = Folded(entry, events_of(game.opening, game.rules, entry))
        for said_in in (None, telling):
            seen = item(game.rules, version, folded, View(known.receiver, said_in))
            yield from (frame(Entry(game.id, seen), form) for form in Form)


def _summary(known: Known) -> Iterator[bytes]:
    if known.receiver is not None and (account := known.game.opening.holders[known.receiver].player):
        for views in (False, True):
            yield msgspec.json.encode(summary(known.game, account, known.names, views=views))


def _news(known: Known) -> Iterator[bytes]:
    """What the inbox is told, by account."""
    if known.receiver is not None:
        account = known.game.opening.holders[known.receiver].player
        yield msgspec.json.encode([news for to, news in news_of(feed_item(known.game)) if to == account])


def _notices(known: Known) -> Iterator[Any]:
    if known.receiver is not None and known.game.opening.holders[known.receiver].player:
        for happening in WORDED:
            yield carried(said(known.game, known.log, known.receiver, happening, known.language))


def _bots(known: Known) -> Iterator[Any]:
    """Searches end by numbers here, as those by time choose differently anyway."""
    if known.receiver is None:
        return
    thinking = policies(Budget(ms=None, simulations=1))
    asked: list[Any] = []

    def noting(level: str, seat: Seat, view: Any, moves: Any, rng: Random) -> Any:
        asked.append((seat, view, moves, rng.getstate()))
        levels = (Level.EASY, Level.NORMAL) if level in LEVELS else (level,)  # the house's seat has its own
        asked.extend(thinking[kind](one, seat, view, moves, rng) for one in levels)

    kind = known.game.opening.kind
    choose(known.game, known.receiver, {kind: noting}, Seeds(b"ours"), attempt=0, idle_ms=0)
    yield asked


def _refusals(known: Known) -> Iterator[Any]:
    """Why a command is refused, of those that are; and which are not."""
    if known.receiver is None:
        return
    legal = known.game.rules.legal(known.game.state, known.receiver)
    yield legal
    wished = KITS[known.game.opening.kind].candidates(known.game.state, known.receiver)
    refused = sorted({*wished} - {*legal}, key=repr)
    for number, command in enumerate(Random(1).sample(refused, min(len(refused), MOST_REFUSED))):
        holder = known.game.opening.holders[known.receiver].player or "bot"
        sent = Sent(f"r-{number}", known.game.id, holder, known.receiver, pack(command))
        yield judge(Held(known.game), Arrived(sent, 0, 0)).answer


Made = Callable[[Known], Iterator[Any]]
MAKERS: Mapping[str, Made] = {
    "snapshot": _views,
    "compressed": _packed,
    "moves": _moves,
    "entry": _entries,
    "summary": _summary,
    "inbox": _news,
    "notice": _notices,
    "bot": _bots,
    "refusal": _refusals,
}


def test_everything_that_is_made_of_a_log_is_on_the_list() -> None:
    assert {*MAKERS} == {*MADE}, "add the maker here and a line to MADE in tests/secrecy/paths.py"


def _drawn(kind: str, seed: int, steps: int) -> Iterator[tuple[Known, Known]]:
    """A running game and its twin, for each who may look at it."""
    rng = Random(seed)
    name = rng.choice([name for of, name in CASES if of == kind])
    held, log = played(kind, name, rng, steps)
    if held.game.outcome is not None:
        return
    receivers: list[Seat | None] = [None, *map(Seat, held.game.seats)]
    for receiver in rng.sample(receivers, 2):
        redrawn = twin("g_1", log, receiver, rng)
        if redrawn is not None:
            language = rng.choice(TEXTS.languages)
            yield (
                Known(fold("g_1", log), log, receiver, language),
                Known(fold("g_1", redrawn), redrawn, receiver, language),
            )


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=STATES, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)  # fmt: skip
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 90))
def test_nothing_that_is_made_of_a_log_depends_on_what_its_receiver_may_not_know(
    kind: str, seed: int, steps: int
) -> None:
    for known, other in _drawn(kind, seed, steps):
        for name, make in MAKERS.items():
            assert list(make(known)) == list(make(other)), f"{name}, receiver {known.receiver}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_twin_is_another_log(kind: str) -> None:
    """Or the test before this one could not fail."""
    pairs = [pair for seed in range(10) for pair in _drawn(kind, seed, 10)]
    assert sum(known.game.state != other.game.state for known, other in pairs) > len(pairs) * 0.8
    assert all(known.game.version == other.game.version for known, other in pairs)


def test_a_refusal_of_the_rules_is_no_malformed_command() -> None:
    """So that the maker of refusals asks the rules and not the decoder."""
    _, log = played("floor", "3-six-suit", Random(1), 3)
    known = Known(fold("g_1", log), log, Seat(0), "en")
    reasons = {answer.reason for answer in list(_refusals(known))[1:]}
    assert reasons - {"malformed"}
    assert not reasons & {None}
