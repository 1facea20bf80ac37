"""Whether all that was accepted stands in the log, once: what was answered against what is read back."""

from collections.abc import Sequence

from services.demo.play import Played
from shared.client import Client, Item


async def read_back(client: Client, game: str) -> list[Item]:
    """All entries of a game, from the first."""
    items: list[Item] = []
    while True:
        page = await client.events(game, len(items))
        items.extend(page.items)
        if len(items) >= page.version or not page.items:
            return items


def faults(played: Played, items: Sequence[Item]) -> list[str]:
    """What is missing, doubled or different, each in one line; empty when the log is what was answered."""
    found: list[str] = []
    if [item.version for item in items] != list(range(1, len(items) + 1)):
        found.append("the versions have gaps")
    by_version = {item.version: item for item in items}
    for accepted in played.accepted:
        item = by_version.get(accepted.version)
        if item is None:
            found.append(f"{accepted.id} was accepted as {accepted.version}, which is missing")
        elif item.seat != played.seat or item.events != accepted.events:
            found.append(f"{accepted.id} was accepted as {accepted.version}, where something else stands")
    if len({accepted.version for accepted in played.accepted}) != len(played.accepted):
        found.append("two commands were answered with one version")
    standing = sum(item.seat == played.seat for item in items)
    if standing != len(played.accepted):
        found.append(f"{len(played.accepted)} commands were accepted, {standing} stand in the log")
    return found
