"""Commands that only look: verify, inspect, replay, export."""

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from services.cli.tools import Tools, with_tools
from shared.api.export import raw_entries, unfolded
from shared.api.moment import rfc3339
from shared.api.people import Names, People
from shared.api.telling import seat_names
from shared.games.rules import Event, Seat, wire
from shared.log.game import Folded, Game, fold, see
from shared.log.port import CorruptLog
from shared.log.verdict import Verdict, verdict
from shared.log.words import phrases
from shared.seeds import DEFAULT_LANGUAGE, Texts


@click.command()
@click.argument("game", required=False)
@click.option("--all", "every", is_flag=True, help="Every game, hot and archived.")
def verify(game: str | None, *, every: bool) -> None:
    """Check the hash chain, the commitment and every draw of GAME (or of an exported FILE).

    Exits with 1 if anything is wrong.
    """
    if every == (game is not None):
        raise click.UsageError("name a game or a file, or say --all")
    if every:
        verify_all()
    elif game is not None and (file := Path(game)).is_file():
        _tell(*_of_file(file))
    elif game is not None:
        verify_one(game)


@with_tools
async def verify_one(tools: Tools, game: str) -> None:
    _tell(game, verdict(game, await tools.payloads(game)))


@with_tools
async def verify_all(tools: Tools) -> None:
    """Goes on past what is broken, and counts."""
    games = entries = broken = 0
    async for game in tools.games():
        games += 1
        try:
            judged = verdict(game, await tools.log.read(tools.keys(game).log(game)))
        except CorruptLog as cause:
            broken += 1
            click.echo(f"{game}: {cause}")
            continue
        entries += judged.entries
        broken += bool(judged.found)
        for line in _faults(game, judged):
            click.echo(line)
    click.echo(f"{games} games, {entries} entries, {broken} broken")
    if broken:
        raise SystemExit(1)


def _of_file(file: Path) -> tuple[str, Verdict]:
    try:
        export = json.loads(file.read_text(encoding="utf-8"))
        return export["game"], verdict(export["game"], [b64decode(one["raw"]) for one in export["entries"]])
    except (ValueError, KeyError, TypeError) as cause:
        raise click.ClickException(f"{file} is no export of a game that has ended") from cause


def _faults(game: str, judged: Verdict) -> Iterator[str]:
    for found in judged.found:
        yield f"{game}: entry {found.version}: {found.fault}"


def _tell(game: str, judged: Verdict) -> None:
    for line in _faults(game, judged):
        click.echo(line)
    if judged.found:
        raise SystemExit(1)
    state = (
        "fair" if judged.secret is not None else "in order, it still runs: draws can be checked when it ends"
    )
    click.echo(f"{game}: {state}; {judged.entries} entries, {len(judged.draws)} draws, head {judged.head}")


@click.command()
@click.argument("game")
@click.option("--secrets", is_flag=True, help="Show hidden cards too.")
@with_tools
async def inspect(tools: Tools, game: str, *, secrets: bool) -> None:
    """Tell GAME entry by entry in words, who holds its seats, and its timers."""
    payloads = await tools.payloads(game)
    folded, error = _folded_as_far(game, payloads)
    if not folded.version:
        raise click.ClickException(error)
    people = await People(tools.redis).names(holder.player for holder in folded.opening.holders)
    names = seat_names(folded, Names(people, Texts()))
    click.echo(f"{game}  {folded.opening.kind}, {len(payloads)} entries, {_state(folded, error)}")
    if parked := await tools.parked(game):
        click.echo(f"  parked: {parked}")
    for seat, (name, holder) in enumerate(zip(names, folded.opening.holders, strict=True)):
        click.echo(f"  seat {seat}: {name}, {holder.player or 'bot'}, {folded.bot_at(seat) or 'plays'}")
    for timer, due in sorted(folded.timers.items()):
        click.echo(f"  timer {timer} at {rfc3339(due)}")
    for line in _lines(folded, payloads[: folded.version], names, secrets=secrets):
        click.echo(line)
    if error:
        click.echo(f"  {error}")


def _folded_as_far(game: str, payloads: Sequence[bytes]) -> tuple[Game, str]:
    """The game up to the first entry that does not fold, and why it does not."""
    good = Game(game)
    for version in range(len(payloads)):
        try:
            good.apply(payloads[version])
        except CorruptLog as cause:
            return fold(game, payloads[:version]), str(cause)
    return good, ""


def _state(game: Game, error: str) -> str:
    return "does not fold" if error else "runs" if game.outcome is None else "has ended"


def _lines(game: Game, payloads: Sequence[bytes], names: Sequence[str], *, secrets: bool) -> Iterator[str]:
    texts = Texts()
    for version, folded in unfolded(game.opening, payloads):
        shown: Sequence[Event] = folded.events if secrets else see(game.rules, folded.events, None)
        seen = see(game.rules, folded.events, None)
        said = [
            texts.say(DEFAULT_LANGUAGE, phrase, names)
            for event in seen
            for phrase in phrases(game.rules, event)
        ]
        yield f"{version:>5}  {rfc3339(folded.entry.at)}  {_by(folded, names)}{' '.join(said)}"
        if secrets:
            yield from (f"       {json.dumps(wire(event), ensure_ascii=False)}" for event in shown)


def _by(folded: Folded, names: Sequence[str]) -> str:
    return f"[{folded.entry.actor}] " if folded.entry.actor >= 0 else ""


@click.command()
@click.argument("game")
@click.option("--to", "version", type=click.IntRange(1), help="The version to show; the last if not given.")
@click.option(
    "--seat", type=click.IntRange(0), help="Show what this seat may know; a spectator's view if not given."
)
@with_tools
async def replay(tools: Tools, game: str, version: int | None, seat: int | None) -> None:
    """Print GAME's view as it was at a version."""
    folded = fold(game, (await tools.payloads(game))[:version])
    if seat is not None and seat not in folded.seats:
        raise click.ClickException(f"{game} has no seat {seat}")
    view: Any = folded.rules.view(folded.state, None if seat is None else Seat(seat))
    told = {"game": game, "version": folded.version, "awaited": folded.awaited(), "timers": folded.timers}
    click.echo(msgspec.json.format(msgspec.json.encode({**told, "view": view})).decode())


@click.command()
@click.argument("game")
@click.option("--secrets", is_flag=True, help="Export a running game too, hidden cards included.")
@with_tools
async def export(tools: Tools, game: str, *, secrets: bool) -> None:
    """Print GAME's whole log as the document that verifiers read."""
    payloads = await tools.payloads(game)
    judged = verdict(game, payloads)
    if judged.opening is None:
        raise click.ClickException(f"{game} has no readable beginning")
    if judged.secret is None and not secrets:
        raise click.ClickException(
            f"{game} still runs: its export would show hidden cards. Say --secrets to have it."
        )
    told = {
        "game": game,
        "kind": judged.opening.kind,
        "ended": judged.secret is not None,
        "rules_version": judged.opening.rules_version,
        "commitment": judged.opening.commitment,
        "contributions": judged.opening.contributions,
        "entries": tuple(raw_entries(judged.opening, payloads)),
        "head": judged.head,
    }
    click.echo(msgspec.json.encode(told).decode())
