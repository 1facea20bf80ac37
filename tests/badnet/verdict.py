"""What the players of a game wrote down, held against its log."""

from collections.abc import Iterable, Iterator

import msgspec

from shared.games.rules import Seat
from tests.badnet.player import Player
from tests.chaos.truth import Truth, plain, view_of


def violations(truth: Truth, players: Iterable[Player]) -> Iterator[str]:
    players = list(players)
    for player in players:
        seat = truth.seat_of(player.account)
        if seat is None:
            yield "nobody's seat"
            continue
        yield from _items(truth, player, seat)
        yield from _commands(truth, player, seat)
        yield from _last(truth, player, seat)
    yield from _unasked(truth, players)


def _items(truth: Truth, player: Player, seat: Seat) -> Iterator[str]:
    """No gap, no duplicate, nothing else than what the seat may see."""
    versions = [item.version for item in player.items]
    if versions != list(range(1, len(truth.entries) + 1)):
        yield f"gap or duplicate: {versions} of {len(truth.entries)}"
        return
    for item in player.items:
        told = msgspec.convert(truth.item(item.version, seat), type(item))
        if told != item:
            yield f"{item} was told, {told} stands"


def _commands(truth: Truth, player: Player, seat: Seat) -> Iterator[str]:
    for id, accepted in player.accepted.items():
        standing = truth.versions.get(id, [])
        if standing != [accepted.version]:
            yield f"lost or doubled: {id} was accepted as {accepted.version}, stands as {standing}"
        elif list(accepted.events) != truth.events(accepted.version, seat):
            yield f"{id} was answered by other events than stand"
    for id, code in player.refused.items():
        if id in truth.versions:
            yield f"{id} was refused as {code} and stands"


def _last(truth: Truth, player: Player, seat: Seat) -> Iterator[str]:
    expected = view_of(truth.game, seat)
    seen = plain(player.last)
    for name in ("version", "state", "view", "awaited"):
        if seen is None or seen[name] != expected[name]:
            yield f"final {name} differs"


def _unasked(truth: Truth, players: list[Player]) -> Iterator[str]:
    sent = {id for player in players for id in player.accepted}
    for version, folded in enumerate(truth.entries, 1):
        entry = folded.entry
        if isinstance(entry.actor, int) and entry.actor >= 0 and entry.command not in sent:
            yield f"entry {version} is a command that nobody sent: {entry.command}"
