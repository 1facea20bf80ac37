"""The hand-over: a table that starts becomes a game of the engine's."""

import msgspec
import structlog

from services.lobby.colours import options_of
from services.lobby.events import Started, TableEvent
from services.lobby.store import AnyWish, Tables
from services.lobby.tables import Phase, Table
from services.lobby.terms import Visibility
from services.lobby.wishes import Start
from shared.api.courier import Courier
from shared.api.problem import ApiError, Code
from shared.games.kinds import KINDS
from shared.games.rules import Setup
from shared.log.commands import LOBBY, OPENING, Sent, StartGame, encode, pack
from shared.log.entry import Holder
from shared.log.port import VersionTaken
from shared.watch import traces

log = structlog.get_logger()

WAIT_S = 5.0


async def start(
    tables: Tables, courier: Courier, id: str, by: str, wait_s: float | None = None
) -> Table | None:
    """Queues the game's first command in the stroke that starts the table, and waits for the engine's answer.

    Raises `Unanswered` when that takes too long; the start stands, and asking again waits again.
    """
    return await act(tables, courier, id, by, Start(), wait_s)


async def act(
    tables: Tables, courier: Courier, id: str, by: str, wish: AnyWish, wait_s: float | None = None
) -> Table | None:
    """A wish by which the table may start."""
    await courier.listen(id)
    channel = courier.reply_to(id)
    table = await tables.act(id, by, wish, lambda table: start_command(table, channel))
    started = table is not None and table.phase is Phase.STARTED
    if started and await refusal(tables, courier, id, WAIT_S if wait_s is None else wait_s):
        raise ApiError(Code.INTERNAL_ERROR)
    return table


async def open_started(
    tables: Tables, courier: Courier, id: str, events: tuple[TableEvent, ...]
) -> Table | None:
    """A table whose game begins with it, in one stroke: nobody can leave in between.

    Again, it finds the table; `None` for one that has not been started. The engine has been told, but perhaps has not
    answered yet: see `refusal`.
    """
    await courier.listen(id)
    channel = courier.reply_to(id)
    try:
        return await tables.open(id, (*events, Started()), lambda table: start_command(table, channel))
    except VersionTaken:
        table = await tables.read(id)
        return table if table is not None and table.phase is Phase.STARTED else None


async def refusal(tables: Tables, courier: Courier, id: str, wait_s: float) -> str | None:
    """Waits for the game of a started table. Returns why there is none. Raises `Unanswered`."""
    if await tables.began(id):
        return None
    reply = await courier.answer(id, OPENING, wait_s)
    if reply.answer.reason is not None:
        log.error("start-refused", table=id, reason=reply.answer.reason)
    return reply.answer.reason


def start_command(table: Table, reply_to: str) -> bytes:
    """The encoded `Sent`."""
    game = StartGame(
        kind=table.kind,
        players=table.players,
        holders=tuple(Holder(player=place.player, bot=place.bot) for place in table.places),
        options=options_of(table),
        pace=table.pace,
        secret=table.secret,
        contributions=contributions(table),
        rated=table.counts,
        absence=table.terms.absence,
        hints=table.hints,
        listed=table.terms.visibility is Visibility.PUBLIC,
    )
    return encode(
        Sent(
            id=OPENING,
            game=table.id,
            by=LOBBY,
            seat=None,
            do=pack(game),
            reply_to=reply_to,
            trace=traces.here(),
        )
    )


def contributions(table: Table) -> tuple[str, ...]:
    """By seat, those that the game brings itself included; they and bots give nothing."""
    rules = KINDS[table.kind]
    setup = Setup(table.players, msgspec.convert(table.options, rules.options))
    return (*(place.entropy for place in table.places), *("" for _ in rules.house_seats(setup)))
