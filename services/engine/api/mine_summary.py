"""The caller's games in short, as lists show them: folded now, and only what the caller's seat may know."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from services.engine.api.mine_wire import LastEvent, MyGame
from services.engine.api.reader import Reader
from services.engine.api.view import View, item, seat_views, state_of
from shared.api.moment import rfc3339
from shared.api.people import Names, People
from shared.api.telling import Telling, seat_names
from shared.games.rules import Seat
from shared.log.entry import decode_entry
from shared.log.game import Folded, Game, events_of
from shared.log.valkey import ValkeyLog
from shared.seeds import Texts

LOOKED_BACK = 8
"""Entries among which the last one with something to say is looked for."""

Newest = Sequence[tuple[int, bytes]]
"""A game's last entries, newest first, with their versions."""


class Summaries:
    def __init__(self, reader: Reader, log: ValkeyLog, people: People, texts: Texts) -> None:
        self._reader = reader
        self._log = log
        self._people = people
        self._texts = texts

    async def of(
        self, account: str, games: Iterable[str], language: str, *, views: bool = False
    ) -> dict[str, MyGame]:
        """By game; games that cannot be read, and those of others, are missing."""
        read = [game for game in await self._reader.all(games) if game.seat_of(account) is not None]
        seated = (holder.player for game in read for holder in game.opening.holders)
        names = await self.names(seated, language)
        # Without a pause from here to the last summary: each is of one version, whoever moves its game on meanwhile.
        mine = [summary(game, account, names, views=views) for game in read]
        newest = await self._log.newest(
            [(self._reader.log_of(one.id), one.version) for one in mine], LOOKED_BACK
        )
        return {
            one.id: replace(one, last=self._last(game, one.you, names, entries))
            for one, game, entries in zip(mine, read, newest, strict=True)
        }

    async def names(self, people: Iterable[str | None], language: str) -> Names:
        return Names(await self._people.names(people), self._texts, language)

    def _last(self, game: Game, seat: int, names: Names, newest: Newest) -> LastEvent | None:
        view = View(Seat(seat), Telling(names.texts, names.language, seat_names(game, names)))
        for version, payload in newest:
            entry = decode_entry(payload)
            folded = Folded(entry, events_of(game.opening, game.rules, entry))
            if words := item(game.rules, version, folded, view).words:
                return LastEvent(version, rfc3339(entry.at), words[-1])
        return None


def summary(game: Game, account: str, names: Names, *, views: bool) -> MyGame:
    """The account holds a seat."""
    seat = game.seat_of(account)
    if seat is None:
        raise LookupError(f"{account} has no seat in {game.id}")
    me = Seat(seat)
    due = game.due().get(seat)
    return MyGame(
        id=game.id,
        kind=game.opening.kind,
        version=game.version,
        state=state_of(game),
        you=seat,
        my_turn=waits_for(game, seat),
        due_at=None if due is None else rfc3339(due),
        updated_at=rfc3339(game.updated_at),
        seats=seat_views(game, names, me),
        outcome=game.outcome,
        view=game.rules.view(game.state, me) if views else None,
    )


def waits_for(game: Game, seat: int) -> bool:
    """Whether something is awaited of the player there; not while a bot sits in."""
    return game.outcome is None and game.bot_at(seat) is None and game.clock(seat) is not None
