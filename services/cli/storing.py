"""Commands that move data: into the archive and back, into a backup and back."""

import time
from pathlib import Path

import click

from services.cli import backups
from services.cli.tools import Tools, failures, with_tools
from services.engine.archiver.sweep import sweep
from shared.log.archived import archive_game, restore_game
from shared.settings import settings


@click.command()
@click.argument("game", required=False)
@click.option(
    "--older-than-h", type=float, help="Hours since the end; the settings say how many if this does not."
)
@with_tools
async def archive(tools: Tools, game: str | None, older_than_h: float | None) -> None:
    """Move finished games' logs to the archive: GAME, or all that ended long enough ago."""
    if game is not None:
        size = await archive_game(tools.redis, tools.archive, tools.keys(game), game)
        if size is None:
            raise click.ClickException(f"{game} is not a finished game in Valkey")
        click.echo(f"{game}: {size} bytes")
        return
    hours = tools.config.archive_after_h if older_than_h is None else older_than_h
    before_ms = int((time.time() - hours * 3600) * 1000)
    moved = await sweep(tools.redis, tools.archive, tools.config.partitions, before_ms)
    click.echo(f"{moved.games} games, {moved.bytes} bytes, {moved.broken} broken")
    if moved.broken:
        raise SystemExit(1)


@click.command()
@click.argument("game")
@with_tools
async def restore(tools: Tools, game: str) -> None:
    """Bring GAME's log back from the archive."""
    entries = await restore_game(tools.redis, tools.archive, tools.keys(game), game)
    click.echo(f"{game}: {entries} entries" if entries else f"{game} is in Valkey already")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def backup(folder: Path) -> None:
    """Write all data as of now into a new FOLDER, while everything runs."""

    with failures():
        done = backups.make(settings(), folder)
    click.echo(f"{folder}: {done.bytes} bytes of Valkey, {done.objects} archived games")


@click.command("restore-backup")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def restore_backup(folder: Path) -> None:
    """Lay a backup's data where `make run` will find it. Refuses to overwrite any."""
    found = settings()
    backups.lay(found, folder)
    click.echo(f"{found.var} holds what {folder} held. Start it, then: paternoster verify --all")
