"""Commands against the log: what was acknowledged stands once, where it was said to, and what was refused does not."""

from collections.abc import Iterator

from shared.log.commands import AWAY, BOT, OPENING, TIMER
from shared.log.entry import ENGINE
from tests.chaos.answers import Command, Known, OfGame
from tests.chaos.truth import Truth, plain

OURS = (f"{BOT}:", f"{TIMER}:")


def check_commands(truth: Truth, told: OfGame) -> Iterator[str]:
    known = Known(told.told)
    for id, command in told.commands.items():
        for violation in (*_check_answers(command), *_check_standing(truth, id, command, known)):
            yield f"{violation} (command {id} of {truth.id})"
    yield from _check_entries(truth, told)


def _check_answers(command: Command) -> Iterator[str]:
    answers = [*command.accepted, *command.refused]
    if any(answer != answers[0] for answer in answers):
        yield "two answers: the same command was answered differently"


def _check_standing(truth: Truth, id: str, command: Command, known: Known) -> Iterator[str]:
    standing = truth.versions.get(id, [])
    if len(standing) > 1:
        yield f"doubled: stands as {standing}"
    if command.refused and standing:
        yield f"refused but stands as {standing[0]}"
    for refused in command.refused[:1]:
        yield from _check_refusal(refused, known.before(command.began))
    for accepted in command.accepted[:1]:
        yield from _check_accepted(truth, accepted, standing, command, known.before(command.began))


def _check_refusal(refused: dict, known: int) -> Iterator[str]:
    """A refusal for being late tells the version; it cannot be older than what had been told before."""
    if refused["code"] == "version-conflict" and refused["params"]["version"] < known:
        yield f"stale: refused at version {refused['params']['version']} after {known} had been told"


def _check_accepted(
    truth: Truth, accepted: dict, standing: list[int], command: Command, known: int
) -> Iterator[str]:
    version = accepted["version"]
    if version not in standing:
        yield f"lost: acknowledged as {version}, stands as {standing}"
        return
    if version <= known:
        yield f"out of order: acknowledged as {version} after {known} had been told"
    seat = truth.seat_of(command.who)
    if truth.entries[version - 1].entry.actor != seat:
        yield f"entry {version} is another seat's"
    if plain(accepted["events"]) != truth.events(version, seat):
        yield f"leak or lie: the answer's events are not what seat {seat} may see of entry {version}"


def _check_entries(truth: Truth, told: OfGame) -> Iterator[str]:
    """In the order of the stream, and nothing that nobody sent.

    What no command made has no place on the stream: it tells since when we were away.
    """
    before = -1
    for version, folded in enumerate(truth.entries, 1):
        entry = folded.entry
        if entry.command.startswith(f"{AWAY}:") and entry.actor == ENGINE:
            continue
        if entry.arrived <= before:
            yield f"out of order: entry {version} of {truth.id} arrived before the one before it"
        before = entry.arrived
        known = entry.command in told.commands or entry.command == OPENING or entry.command.startswith(OURS)
        if not known:
            yield f"unasked: entry {version} of {truth.id} is a command that nobody sent"
