"""What holds for every registered kind, whatever its rules say."""

import random
from importlib import import_module
from typing import Any

import msgspec
import pytest

from shared.games.kinds import KINDS
from shared.games.rules import Rejected, Seat, wire
from tests.games.kit import Board, Kit, board, fold

KITS: dict[str, Kit] = {kind: import_module(f"tests.games.{kind}.kit").KIT for kind in KINDS}
CASES = [pytest.param(KITS[kind], name, id=f"{kind}-{name}") for kind in KITS for name in KITS[kind].setups]
every_setup = pytest.mark.parametrize(("kit", "name"), CASES)


def _receivers(game: Board) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(game.seats))]


def _midgames(kit: Kit, name: str, seeds: range) -> list[Board]:
    """Games stopped at a random point before their end."""
    games: list[Board] = []
    for seed in seeds:
        rng = random.Random(seed)
        length = len(board(kit, name, seed).play_out(random.Random(seed)).steps)
        game = board(kit, name, seed)
        stop = rng.randrange(1, length)
        again = random.Random(seed)
        while len(game.steps) < stop:
            game.play(*again.choice(game.choices()))
        games.append(game)
    return games


@every_setup
def test_replaying_the_events_gives_the_state_scores_and_views_of_the_live_game(kit: Kit, name: str) -> None:
    game = board(kit, name, 1)
    rng = random.Random(1)
    replayed = fold(kit, name, game.steps)
    while choices := game.choices():
        game.play(*rng.choice(choices))
        for event in game.steps[-1].events:
            replayed = kit.rules.evolve(replayed, event)
        assert replayed == game.state
        for receiver in _receivers(game):
            assert kit.rules.view(replayed, receiver) == kit.rules.view(game.state, receiver)
    assert kit.rules.outcome(replayed) == kit.rules.outcome(game.state) is not None


@every_setup
def test_events_and_commands_survive_encoding(kit: Kit, name: str) -> None:
    events = msgspec.msgpack.Decoder(tuple[kit.rules.event, ...])
    commands = msgspec.json.Decoder(kit.rules.command)
    for step in board(kit, name, 2).play_out(random.Random(2)).steps:
        assert events.decode(msgspec.msgpack.encode(step.events)) == step.events
        if step.seat is not None:
            assert commands.decode(msgspec.json.encode(step.command)) == step.command


@every_setup
def test_options_survive_encoding(kit: Kit, name: str) -> None:
    options = kit.setups[name].options
    assert msgspec.json.decode(msgspec.json.encode(options), type=kit.rules.options) == options
    assert kit.rules.check(kit.setups[name]) == ()


def _accepts(game: Board, seat: Seat, command: Any) -> bool:
    trial = Board(game.rules, game.setup, game.secret, steps=[])
    trial.state, trial.draws = game.state, game.draws
    try:
        trial.play(seat, command)
    except Rejected:
        return False
    return True


@every_setup
def test_what_is_accepted_is_exactly_what_is_legal(kit: Kit, name: str) -> None:
    for game in _midgames(kit, name, range(3, 7)):
        for seat in map(Seat, range(game.seats)):
            legal = kit.rules.legal(game.state, seat)
            assert len(set(legal)) == len(legal)
            tried = {*kit.candidates(game.state, seat), *legal}
            assert {command for command in tried if _accepts(game, seat, command)} == set(legal)


@every_setup
def test_legal_commands_can_be_previewed_and_sent(kit: Kit, name: str) -> None:
    for game in _midgames(kit, name, range(7, 9)):
        for seat in map(Seat, range(game.seats)):
            for command in kit.rules.legal(game.state, seat):
                preview = kit.rules.preview(game.state, seat, command)
                assert msgspec.convert(msgspec.to_builtins(preview), kit.rules.preview_type) == preview


def _knowledge(kit: Kit, state: Any, receiver: Seat | None) -> tuple[object, ...]:
    rules = kit.rules
    if receiver is None:
        return (rules.view(state, None), rules.outcome(state))
    legal = rules.legal(state, receiver)
    previews = [rules.preview(state, receiver, command) for command in legal]
    return (rules.view(state, receiver), legal, previews, rules.clock(state, receiver), rules.outcome(state))


@every_setup
def test_nothing_a_receiver_gets_depends_on_what_is_hidden_from_it(kit: Kit, name: str) -> None:
    rng = random.Random(9)
    changed = 0
    for game in _midgames(kit, name, range(10, 16)):
        for receiver in _receivers(game):
            for _ in range(3):
                other = kit.redraw(game.state, receiver, rng)
                changed += other != game.state
                assert _knowledge(kit, other, receiver) == _knowledge(kit, game.state, receiver)
    assert changed, "the redraw never changed anything"


@every_setup
def test_views_and_seen_events_have_the_types_that_are_documented(kit: Kit, name: str) -> None:
    seen = msgspec.msgpack.Decoder(kit.rules.seen)
    game = board(kit, name, 16).play_out(random.Random(16))
    for receiver in _receivers(game):
        view = kit.rules.view(game.state, receiver)
        assert msgspec.json.decode(msgspec.json.encode(view), type=kit.rules.view_type) == view
        for step in game.steps:
            for event in filter(None, (kit.rules.redact(event, receiver) for event in step.events)):
                assert seen.decode(msgspec.msgpack.encode(event)) == event
                assert wire(event)["type"]


@every_setup
def test_a_finished_game_has_an_outcome_for_every_seat_and_nothing_left_to_do(kit: Kit, name: str) -> None:
    for seed in range(20, 24):
        game = board(kit, name, seed).play_out(random.Random(seed))
        outcome = kit.rules.outcome(game.state)
        assert outcome is not None
        assert len(outcome.places) == len(outcome.scores) == game.seats
        assert 1 in outcome.places
        for seat in map(Seat, range(game.seats)):
            assert kit.rules.legal(game.state, seat) == ()
            assert kit.rules.clock(game.state, seat) is None
        assert kit.rules.timers(game.state) == ()


def _count(game: Board, state: Any, depth: int) -> int:
    """Command sequences of a length, through the rules."""
    if depth == 0:
        return 1
    total = 0
    for seat in map(Seat, range(game.seats)):
        for command in game.rules.legal(state, seat):
            after = state
            for event in game.rules.decide(state, seat, command, NoChance()):
                after = game.rules.evolve(after, event)
            total += _count(game, after, depth - 1)
    return total


class NoChance:
    """Counting starts where the next few commands draw nothing."""

    def shuffle(self, purpose: str, items: object) -> tuple[str, ...]:
        raise AssertionError(f"the counted part of a game draws: {purpose}")

    def below(self, purpose: str, limit: int, count: int = 1) -> tuple[int, ...]:
        raise AssertionError(f"the counted part of a game draws: {purpose}")


@every_setup
def test_as_many_games_as_a_plain_enumerator_counts(kit: Kit, name: str) -> None:
    for seed in (30, 31):
        game = board(kit, name, seed)
        rules = kit.rules
        while not any(rules.legal(game.state, Seat(seat)) for seat in range(game.seats)):
            game.play(None, game.choices()[0][1])
        assert _count(game, game.state, kit.count_depth) == kit.plain_count(game.state, kit.count_depth)


@every_setup
def test_every_event_can_be_told_in_words(kit: Kit, name: str) -> None:
    game = board(kit, name, 40).play_out(random.Random(40))
    told = [
        phrase
        for step in game.steps
        for event in filter(None, (kit.rules.redact(event, None) for event in step.events))
        for phrase in kit.rules.phrases(event)
    ]
    assert len(told) >= len(game.steps) // 2
