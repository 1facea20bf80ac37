"""Random games of every kind and option, judged as the worker judges, then replayed from their logs alone.

`PATERNOSTER_GAMES=300` plays that many of each; a few by default.
"""

import os
import random
from typing import Any

import msgspec
import pytest

from services.engine.worker.judge import Arrived, Held, judge
from shared.games.rules import Seat, TimeOut
from shared.log.commands import BOT, LOBBY, TIMER, Sent, StartGame, pack
from shared.log.entry import Holder, Pace, decode_entry
from shared.log.fair import Draws, commitment, draw_key
from shared.log.game import Game, fold
from shared.log.port import CorruptLog
from tests.games.kit import Kit
from tests.games.test_kit import KITS

GAMES = int(os.environ.get("PATERNOSTER_GAMES", "2"))
SETUPS = [pytest.param(KITS[kind], name, id=f"{kind}-{name}") for kind in KITS for name in KITS[kind].setups]


class Live:
    """One game as a worker has it, with every state it went through."""

    def __init__(self, kit: Kit, name: str, seed: int) -> None:
        self.held = Held(Game("g_1"))
        self.at = 1_800_000_000_000
        self.log: list[bytes] = []
        self.seen: list[tuple[Any, ...]] = []
        self._start(kit, name, seed)

    def _start(self, kit: Kit, name: str, seed: int) -> None:
        setup = kit.setups[name]
        seats = setup.players + len(kit.rules.house_seats(setup))
        start = StartGame(
            kind=kit.rules.kind,
            players=setup.players,
            holders=(Holder(bot="easy"),) * setup.players,
            options=msgspec.to_builtins(setup.options),
            pace=Pace(),
            secret=seed.to_bytes(32, "big").hex(),
            contributions=("x",) * seats,
        )
        self.send(Sent("start", "g_1", LOBBY, None, pack(start)))

    @property
    def game(self) -> Game:
        return self.held.game

    def send(self, sent: Sent) -> None:
        self.at += 5
        verdict = judge(self.held, Arrived(sent, self.at, 0))
        assert verdict.entry is not None, verdict.answer
        self.log.append(verdict.entry)
        self.seen.append(knowledge(self.game))

    def play_out(self, rng: random.Random) -> None:
        game = self.game
        while game.outcome is None:
            legal = [(seat, do) for seat in game.seats for do in game.rules.legal(game.state, Seat(seat))]
            timers = list(game.timers)
            pick = rng.randrange(len(legal) + len(timers))
            if pick < len(legal):
                seat, do = legal[pick]
                self.send(Sent(f"bot:{game.version}", "g_1", BOT, seat, pack(do)))
            else:
                key = timers[pick - len(legal)]
                self.at = max(self.at, game.timers[key])
                self.send(Sent(f"timer:{game.version}", "g_1", TIMER, None, pack(TimeOut(key))))


def knowledge(game: Game) -> tuple[Any, ...]:
    """Everything that anybody may be told of a game at a version, and what the engine keeps."""
    views = [game.rules.view(game.state, seat) for seat in (None, *map(Seat, game.seats))]
    legal = [game.rules.legal(game.state, Seat(seat)) for seat in game.seats]
    return (
        game.version,
        game.head,
        game.state,
        views,
        legal,
        game.outcome,
        game.timers,
        game.draws,
        game.awaited(),
    )


@pytest.mark.parametrize(("kit", "name"), SETUPS)
def test_a_log_alone_gives_every_state_view_and_score_of_the_live_game(kit: Kit, name: str) -> None:
    for seed in range(GAMES):
        live = Live(kit, name, seed)
        live.play_out(random.Random(seed))
        replayed = Game("g_1")
        for payload, then in zip(live.log, live.seen, strict=True):
            replayed.apply(payload)
            assert knowledge(replayed) == then
        assert replayed.outcome is not None


@pytest.mark.parametrize(("kit", "name"), SETUPS)
def test_every_draw_follows_from_the_secret_that_the_last_entry_shows(kit: Kit, name: str) -> None:
    live = Live(kit, name, 7)
    live.play_out(random.Random(7))
    entries = [decode_entry(payload) for payload in live.log]
    opening, last = entries[0].opening, entries[-1]
    assert opening is not None
    assert [entry.secret for entry in entries[:-1]] == [None] * (len(entries) - 1)
    secret = bytes.fromhex(last.secret or "")
    assert commitment(secret) == opening.commitment
    key = draw_key(secret, "g_1", opening.contributions)
    made = [draw for entry in entries for draw in entry.draws]
    assert [draw.n for draw in made] == list(range(len(made)))
    for draw in made:
        again = Draws(key, draw.n)
        if draw.from_ is not None:
            assert again.shuffle(draw.purpose, draw.from_) == draw.out
        else:
            assert again.below(draw.purpose, draw.below or 0, len(draw.out)) == draw.out


@pytest.mark.parametrize("damage", ["swap", "drop", "change", "repeat"])
def test_a_log_that_was_tampered_with_does_not_fold(damage: str) -> None:
    kit = KITS["floor"]
    live = Live(kit, next(iter(kit.setups)), 1)
    live.play_out(random.Random(1))
    log = list(live.log)
    match damage:
        case "swap":
            log[5], log[6] = log[6], log[5]
        case "drop":
            del log[5]
        case "change":
            log[5] = log[5][:-1] + bytes([log[5][-1] ^ 1])
        case _:
            log.insert(5, log[5])
    with pytest.raises(CorruptLog):
        fold("g_1", log)


def test_a_log_of_another_game_does_not_fold() -> None:
    kit = KITS["floor"]
    live = Live(kit, next(iter(kit.setups)), 1)
    with pytest.raises(CorruptLog):
        fold("g_2", live.log)


def test_an_ended_game_takes_no_more_commands() -> None:
    kit = KITS["floor"]
    live = Live(kit, next(iter(kit.setups)), 1)
    live.play_out(random.Random(1))
    refused = judge(live.held, Arrived(Sent("x", "g_1", BOT, 0, pack(TimeOut("x"))), live.at, 0))
    assert refused.answer.reason == "game-over"
