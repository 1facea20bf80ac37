"""The logs by themselves, and what is kept beside them: it has to follow from them and from nothing else."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping

from redis.asyncio import Redis

from shared.log.fair import Draw, Draws, commitment, draw_key
from shared.log.keys import Keys, partition_of
from tests.chaos.truth import Truth

SETTLED_S = 5.0


def check_deal(truth: Truth) -> Iterator[str]:
    """The secret is the one committed to, and every draw follows from it."""
    revealed = truth.entries[-1].entry.secret
    if revealed is None:
        return
    secret, opening = bytes.fromhex(revealed), truth.game.opening
    if commitment(secret) != opening.commitment:
        yield f"deal: the secret of {truth.id} is not the one committed to"
        return
    key = draw_key(secret, truth.id, opening.contributions)
    draws = [draw for folded in truth.entries for draw in folded.entry.draws]
    for n, draw in enumerate(draws):
        if draw.n != n or _again(key, draw) != draw:
            yield f"deal: draw {n} of {truth.id} does not follow from its secret"


def _again(key: bytes, draw: Draw) -> Draw:
    draws = Draws(key, draw.n)
    if draw.from_ is not None:
        draws.shuffle(draw.purpose, draw.from_)
    else:
        draws.below(draw.purpose, draw.below or 0, len(draw.out))
    return draws.made[0]


async def check_settled(redis: Redis, partitions: int) -> list[str]:
    """Every command that was queued has been judged and is gone."""
    left: dict[int, int] = {}
    for _ in range(int(SETTLED_S / 0.1)):
        left = {
            partition: length for partition in range(partitions)
            if (length := await redis.xlen(Keys(partition).commands))
        }  # fmt: skip
        if not left:
            break
        await asyncio.sleep(0.1)
    return [
        f"unsettled: {length} commands stand in partition {partition}" for partition, length in left.items()
    ]


async def check_beside(redis: Redis, partitions: int, truths: Mapping[str, Truth]) -> list[str]:
    """Running games, deadlines and secrets are those of games that run; no game was set aside."""
    found: list[str] = []
    for partition in range(partitions):
        running = {
            game for game, truth in truths.items()
            if not truth.ended and partition_of(game, partitions) == partition
        }  # fmt: skip
        found.extend([violation async for violation in _beside(redis, Keys(partition), running)])
    return found


async def _beside(redis: Redis, keys: Keys, running: set[str]) -> AsyncIterator[str]:
    listed = {game.decode() for game in await redis.zrange(keys.running, 0, -1)}
    for game in listed ^ running:
        yield f"beside: {game} is listed as running: {game in listed}, and runs: {game in running}"
    for member in await redis.zrange(keys.due, 0, -1):
        if (game := member.decode().partition(" ")[0]) not in running:
            yield f"beside: a deadline of {game}, which does not run, is kept"
    for game, reason in (await redis.hgetall(keys.parked)).items():
        yield f"parked: {game.decode()}: {reason.decode()}"
    prefix = keys.secret("")
    async for key in redis.scan_iter(match=f"{prefix}*", count=1000):
        if (game := key.decode().removeprefix(prefix)) not in running:
            yield f"beside: the secret of {game}, which does not run, is kept"
