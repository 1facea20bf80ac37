"""What the matcher finds out about those who wait."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from redis.asyncio import Redis

from services.lobby.matching.quality import POINTS, Known, Strengths
from services.lobby.matching.ticket import Ticket
from services.lobby.people.ties import Ties
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.lists import list_of
from services.lobby.ratings.ratings import Ratings

OPPONENTS_KEPT = 10
OPPONENTS_KEPT_MS = 3 * 24 * 3600_000


class Knowledge:
    def __init__(self, redis: Redis, ratings: Ratings, histories: Histories, ties: Ties) -> None:
        self._redis: Any = redis
        self._ratings = ratings
        self._histories = histories
        self._ties = ties

    async def about(self, tickets: Sequence[Ticket]) -> Known:
        accounts = list(dict.fromkeys(ticket.account for ticket in tickets))
        return Known(
            strengths=await self._strengths(tickets),
            blocked=await self._ties.blocked_among(accounts),
            met=await self._met(accounts),
            leaving={who: one.share for who, one in (await self._histories.conduct(accounts)).items()},
        )

    async def note(self, accounts: Sequence[str]) -> None:
        """These have met just now."""
        pipeline = self._redis.pipeline(transaction=False)
        for account in accounts:
            if others := [other for other in accounts if other != account]:
                pipeline.lpush(_met(account), *others)
                pipeline.ltrim(_met(account), 0, OPPONENTS_KEPT - 1)
                pipeline.pexpire(_met(account), OPPONENTS_KEPT_MS)
        await pipeline.execute()

    async def _strengths(self, tickets: Iterable[Ticket]) -> dict[str, Strengths]:
        asked: dict[str, list[str]] = {}
        for ticket in tickets:
            for list_id in _lists(ticket).values():
                asked.setdefault(list_id, []).append(ticket.account)
        found = {list_id: await self._ratings.of(list_id, accounts) for list_id, accounts in asked.items()}
        return {
            ticket.id: {
                players: found[list_id][ticket.account].mu * POINTS
                for players, list_id in _lists(ticket).items()
            }
            for ticket in tickets
        }

    async def _met(self, accounts: Sequence[str]) -> dict[str, tuple[str, ...]]:
        pipeline = self._redis.pipeline(transaction=False)
        for account in accounts:
            pipeline.lrange(_met(account), 0, -1)
        found: list[list[bytes]] = await pipeline.execute() if accounts else []
        return {
            account: tuple(map(bytes.decode, others))
            for account, others in zip(accounts, found, strict=True)
            if others
        }


def _lists(ticket: Ticket) -> Mapping[int, str]:
    return {players: list_of(ticket.wish.kind, players) for players in ticket.wish.players}


def _met(account: str) -> str:
    """A list of its last opponents by matchmaking, the last one first."""
    return f"met:{account}"
