"""Commands that mend: rebuild what follows from the logs, and get a parked game out of its corner."""

from collections.abc import Mapping
from typing import Any

import click

from services.cli import projections, recounting
from services.cli.projections import Difference, Rebuilt
from services.cli.tools import Tools, with_tools
from shared.api.moment import now_ms
from shared.log.commands import FIELD, FeedItem, encode
from shared.log.fair import commitment
from shared.log.feed import given_up
from shared.log.game import Game, fold, folds_to
from shared.log.port import CorruptLog


@click.command()
@click.option("--write", is_flag=True, help="Put right what is different.")
@with_tools
async def rebuild(tools: Tools, *, write: bool) -> None:
    """Work out open tables, running games, deadlines, the archive's index, ratings and histories from the logs, and compare.

    Only what is still different at a second look counts, as games go on meanwhile; stop the workers to be sure. Ratings
    that are written are counted anew from the first game on, and grow for a while before everybody's eyes.
    Exits with 1 when something is different and was not written, or cannot be mended.
    """
    found, first = await _looked(tools)
    again = (await _looked(tools))[1] if first else []
    different = [difference for difference in again if difference in first]
    for one in different:
        click.echo(f"{one.key} {one.member}: is {one.live}, should be {one.right}")
    for trouble in found.troubles:
        click.echo(trouble)
    if write:
        counted = [one for one in different if recounting.is_counted(one)]
        await projections.write(tools, [one for one in different if one not in counted])
        if counted:
            await recounting.write(tools, found, counted)
    done = "written" if write else "different"
    click.echo(
        f"{found.games} games, {found.tables} tables: {len(different)} {done}, {len(found.troubles)} broken"
    )
    if found.troubles or (different and not write):
        raise SystemExit(1)


async def _looked(tools: Tools) -> tuple[Rebuilt, list[Difference]]:
    found = await projections.rebuilt(tools)
    different = await projections.differences(tools, found)
    return found, [*different, *await recounting.differences(tools, found)]


@click.command()
@click.argument("game")
@click.option("--unpark", is_flag=True, help="Let it go on, now that it folds again.")
@click.option(
    "--end", is_flag=True, help="Give it up: it stays as it is, unfinished, and nobody waits for it."
)
@click.option("--by", help="Who decided it; kept for ever.")
@click.option("--reason", help="Why; kept for ever.")
@with_tools
async def repair(
    tools: Tools, game: str, *, unpark: bool, end: bool, by: str | None, reason: str | None
) -> None:
    """Look at a parked GAME, and let it go on or give it up. Its log is never changed.

    Both are noted in the partition's `audit` stream, in the same stroke.
    """
    parked = await tools.parked(game)
    if parked is None:
        raise click.ClickException(f"{game} is not parked")
    folded, trouble = await _examined(tools, game)
    if not unpark and not end:
        click.echo(f"{game} is parked: {parked}")
        click.echo(
            trouble or f"it folds to version {folded.version if folded else 0} now: --unpark lets it go on"
        )
        return
    if unpark == end or not by or not reason:
        raise click.UsageError("say --unpark or --end, and --by and --reason")
    noted = {"game": game, "by": by, "reason": reason, "parked": parked}
    if unpark:
        await _unpark(tools, game, noted, trouble)
    else:
        await _end(tools, game, noted)


async def _examined(tools: Tools, game: str) -> tuple[Game | None, str]:
    """The game as far as it folds (`None` if not at all), and what still keeps it from going on."""
    keys = tools.keys(game)
    try:
        folded = fold(game, await tools.payloads(game))
    except CorruptLog as cause:
        return None, f"it still does not fold: {cause}"
    secret: Any = await tools.redis.get(keys.secret(game))
    if folded.outcome is None and (not secret or commitment(secret) != folded.opening.commitment):
        return folded, "its secret is missing or another one"
    return folded, ""


async def _unpark(tools: Tools, game: str, noted: Mapping[str, str], trouble: str) -> None:
    if trouble:
        raise click.ClickException(f"{game} cannot go on: {trouble}")
    keys = tools.keys(game)
    pipeline = tools.redis.pipeline(transaction=True)
    pipeline.hdel(keys.parked, game)
    _note(pipeline, keys.audit, {**noted, "did": "unpark"})
    await pipeline.execute()
    click.echo(f"{game} goes on with its next command")


async def _end(tools: Tools, game: str, noted: Mapping[str, str]) -> None:
    """Takes it out of everything that waits for it; the secret goes into the note, so that its deals can be checked."""
    keys = tools.keys(game)
    due: Any = await tools.redis.zrange(keys.due, 0, -1)
    timers = [member for member in due if member.startswith(f"{game} ".encode())]
    secret: Any = await tools.redis.get(keys.secret(game))
    over = await _told_of(tools, game)
    pipeline = tools.redis.pipeline(transaction=True)
    pipeline.hset(keys.parked, game, f"ended unfinished by {noted['by']}: {noted['reason']}")
    pipeline.zrem(keys.running, game)
    if timers:
        pipeline.zrem(keys.due, *timers)
    pipeline.delete(keys.secret(game))
    if over is not None:
        pipeline.xadd(keys.feed, {FIELD: encode(over)})
    _note(pipeline, keys.audit, {**noted, "did": "end", "secret": secret.hex() if secret else ""})
    await pipeline.execute()
    click.echo(f"{game} is given up; its log stays as it is")


async def _told_of(tools: Tools, game: str) -> FeedItem | None:
    """What its players' lists are told, from as much of its log as folds; `None` where not even its beginning does."""
    try:
        payloads = await tools.payloads(game)
    except CorruptLog:
        return None
    sound = folds_to(game, payloads)
    return given_up(fold(game, payloads[:sound]), len(payloads), now_ms()) if sound else None


def _note(pipeline: Any, audit: str, fields: Mapping[str, str]) -> None:
    pipeline.xadd(audit, {"at": now_ms(), **fields})
