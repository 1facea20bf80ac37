"""A tournament from its opening to its ranking, on a whole stack, its steward killed in the middle of a round."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from shared.client import ApiProblem, Client
from shared.client.tournaments import Round
from tests.e2e.stack import Stack, running

PLAYERS, ROUNDS = 4, 3
WITHIN_S = 240


@pytest.fixture
def own_stack() -> Iterator[Stack]:
    with running() as started:
        yield started


async def _plays(client: Client, cup: str) -> None:
    """The first legal move wherever it is this client's turn, until the tournament is over."""
    while (await client.tournaments.tournament(cup)).state == "running":
        for game in (await client.my_games()).games:
            if game.my_turn:
                await _moves(client, game.id)
        await asyncio.sleep(0.3)  # as a patient player looks


async def _moves(client: Client, game: str) -> None:
    try:
        while (found := await client.moves(game)).moves:
            await client.command(game, found.moves[0].do, expect=found.version)
    except ApiProblem as problem:
        if problem.code not in {"version-conflict", "game-over"}:
            raise


async def _kills_in_the_second_round(stack: Stack, client: Client, cup: str) -> None:
    while (await client.tournaments.tournament(cup)).round < 2:
        await asyncio.sleep(0.05)
    stack.kill("steward")


async def _rounds(client: Client, cup: str) -> list[Round]:
    return [await client.tournaments.round(cup, number) for number in range(1, ROUNDS + 1)]


async def test_a_swiss_tournament_is_played_to_its_end_though_its_steward_is_killed(own_stack: Stack) -> None:
    async with AsyncExitStack() as open_clients, asyncio.timeout(WITHIN_S):
        clients = [
            await open_clients.enter_async_context(Client.at(own_stack.address)) for _ in range(PLAYERS)
        ]
        for client in clients:
            await client.guest()
        host, pace = clients[0], {"type": "live", "turn_s": 60}
        cup = (await host.tournaments.open("Cup", "swiss", "elevators", 2, pace, rounds=ROUNDS)).id
        for client in clients:
            await client.tournaments.join(cup)
        await host.tournaments.start(cup)
        playing = [_plays(client, cup) for client in clients]
        await asyncio.gather(*playing, _kills_in_the_second_round(own_stack, host, cup))
        rounds, ranking = await _rounds(host, cup), await host.tournaments.standings(cup)
    games = [game for one in rounds for game in one.games]
    met = Counter(frozenset(player.id for player in game.players) for game in games)
    assert len(met) == len(games) == PLAYERS * (PLAYERS - 1) // 2, "everybody has met everybody, once"
    assert all(sorted(game.places or ()) in ([1, 2], [1, 1]) for game in games)
    assert ranking.final
    assert sum(row.points for row in ranking.standings) == 2 * len(games)
