"""Ratings and histories, counted anew from all games that have ended, and compared."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from services.cli.projections import Difference, Rebuilt
from services.cli.tools import Tools
from services.lobby.ratings import histories, keeping
from services.lobby.ratings.contest import count
from services.lobby.ratings.finished import Finished
from services.lobby.ratings.histories import MOST_GAMES, Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.keys import Keys
from services.lobby.ratings.lists import LISTS, is_account, stands
from services.lobby.ratings.reckoning import Reckoning, by_list
from services.lobby.ratings.skill import Skill
from services.lobby.ratings.tally import statistics
from shared.api.apitokens import account_key

AT_ONCE = 200
T = TypeVar("T")


async def differences(tools: Tools, found: Rebuilt) -> list[Difference]:
    """What Valkey has otherwise of skills, boards and histories."""
    there = await _accounts(tools, found.finished)
    return [
        *[one async for one in _of_lists(tools, found.finished, there)],
        *[one async for one in _of_histories(tools, found.finished, there)],
    ]


async def _accounts(tools: Tools, games: list[Finished]) -> set[str]:
    """Of those who have played: who was not deleted."""
    players = sorted({player for finished in games for player in finished.players})
    pipeline = tools.redis.pipeline(transaction=False)
    for player in players:
        pipeline.exists(account_key(player))
    return {player for player, there in zip(players, await pipeline.execute(), strict=True) if there}


async def _of_lists(tools: Tools, games: list[Finished], there: set[str]):
    contests, lists = by_list(games), Lists(tools.redis)
    for list_id in LISTS:
        skills = count(contests.get(list_id, ()), (), {}).skills
        for one in _compared(Keys.of(list_id).skills, await lists.all(list_id), skills):
            yield one
        board = {
            who: skill.shown
            for who, skill in skills.items()
            if not skill.provisional and stands(list_id, who) and (not is_account(who) or who in there)
        }
        for one in _compared(Keys.of(list_id).board, await lists.board(list_id), board):
            yield one


async def _of_histories(tools: Tools, games: list[Finished], there: set[str]):
    """Of each player: the games that are kept, and the sums over all."""
    mine: dict[str, list[Finished]] = {player: [] for player in there}
    for finished in sorted(games, key=lambda finished: (finished.ended_at, finished.game), reverse=True):
        for player in there.intersection(finished.players):
            mine[player].append(finished)
    for player, played in mine.items():
        history = await Histories(tools.redis).whole(player)
        kept = [one.finished for one in history.games]
        key = histories.Keys.of(player).order
        right = {finished.game: finished for finished in played[:MOST_GAMES]}
        for one in _compared(key, {finished.game: finished for finished in kept}, right):
            yield Difference(one.key, one.member, one.live and "noted", one.right and "noted")
        sums = {"sums": statistics(kept, player, history.past)}
        for one in _compared(histories.Keys.of(player).past, sums, {"sums": statistics(played, player, {})}):
            yield one


def _compared(key: str, live: Mapping[str, T], right: Mapping[str, T]) -> Iterator[Difference]:
    for member in sorted({*live, *right}):
        is_there, should = live.get(member), right.get(member)
        if is_there != should:
            yield Difference(key, member, _said(is_there), _said(should))


def _said(value: object) -> str | None:
    if isinstance(value, Skill):
        return f"{value.mu} ± {value.sigma} after {value.games}"
    return None if value is None else str(value)


def is_counted(difference: Difference) -> bool:
    """Whether it is one of ours."""
    return difference.key.startswith(("{ratings:", "history-"))


async def write(tools: Tools, found: Rebuilt, different: list[Difference]) -> None:
    """Counts everything anew. Games that end meanwhile count as always, and those that a list had and `found` has not,
    again from their logs."""
    for part in (keeping, histories):
        await part.load_functions(tools.redis)
    lists, noted = Lists(tools.redis), Histories(tools.redis)
    reckoning = Reckoning(tools.redis, tools.log, tools.config.partitions, lists, noted)
    keys = {one.key for one in different}
    for player in sorted(await _accounts(tools, found.finished)):
        if keys.intersection(histories.Keys.of(player)):
            await noted.clear(player)
    known = {finished.game for finished in found.finished}
    forgotten = [game for list_id in LISTS for game in await lists.clear(list_id)]
    ordered = sorted(found.finished, key=lambda finished: (finished.ended_at, finished.game))
    for start in range(0, len(ordered), AT_ONCE):
        await reckoning.add(ordered[start : start + AT_ONCE])
    await reckoning.count(game for game in forgotten if game not in known)
