"""The steward's composition root: every duty of the lobby, and what each needs."""

import structlog
from redis.asyncio import Redis

from services.lobby.accounts.accounts import Accounts
from services.lobby.aged import Aged
from services.lobby.ageing import lives_of
from services.lobby.leave import leaves
from services.lobby.leave.leaves import Leaves
from services.lobby.matching import matcher, tickets
from services.lobby.matching.knowledge import Knowledge
from services.lobby.matching.starting import Starting
from services.lobby.matching.tickets import Tickets
from services.lobby.people.ties import Ties
from services.lobby.ratings import histories, keeping, reckoning
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.ratings import Ratings
from services.lobby.ratings.reckoning import RatingsDuty
from services.lobby.steward import expiry
from services.lobby.steward.duty import Duty, see_to
from services.lobby.store import Tables
from services.lobby.telling import Teller
from services.lobby.tournaments import conductor
from services.lobby.tournaments.store import Tournaments
from shared.api import inbox
from shared.api.courier import Courier
from shared.api.inbox import Inbox
from shared.api.moment import now_ms
from shared.api.people import People
from shared.api.presence import Presence
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.connect import connect
from shared.log.outage import for_ever, together, until_done
from shared.log.valkey import load_functions
from shared.settings import Settings

log = structlog.get_logger(__name__)


class Steward:
    def __init__(self, config: Settings) -> None:
        self._redis = connect(config.valkey)
        self._blocking = connect(config.valkey, blocking=True, connections=1)
        archived = ArchivedLog(self._redis, open_archive(config))
        ratings = RatingsDuty(self._redis, self._blocking, archived, config.partitions)
        self._listening = connect(config.valkey, blocking=True)
        self._courier = Courier(self._redis, self._listening, config.partitions)
        self._leaves = Leaves(self._redis, Inbox(self._redis), config.partitions)
        self._duties: tuple[Duty, ...] = (
            Duty("expiry", expiry_of(self._redis, config).step, expiry.EVERY_S),
            Duty("ratings", ratings.step, reckoning.EVERY_S),
            Duty("leaves", lambda: self._leaves.step(now_ms()), leaves.EVERY_S),
            Duty("tournaments", conductor_of(self._redis, self._courier, config).step, conductor.EVERY_S),
            Duty("matcher", matcher_of(self._redis, self._courier, config).step, matcher.EVERY_S),
        )

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            await until_done(self._load)
            log.info("steward-started", duties=[duty.name for duty in self._duties])
            await together(*(for_ever(self._seeing_to(duty)) for duty in self._duties))
        finally:
            await self._courier.close()
            for client in (self._redis, self._blocking, self._listening):
                await client.aclose()

    async def _load(self) -> None:
        await load_functions(self._redis)
        for part in (inbox, tickets, keeping, histories):
            await part.load_functions(self._redis)

    def _seeing_to(self, duty: Duty):
        return lambda: see_to(self._redis, duty)


def expiry_of(redis: Redis, config: Settings) -> expiry.Expiry:
    teller, lives = _teller(redis, config), lives_of(config)
    return expiry.Expiry(
        tables=Tables(redis, config.partitions, lives),
        aged=teller.aged,
        accounts=teller.accounts,
        teller=teller,
        lives=lives,
    )


def matcher_of(redis: Redis, courier: Courier, config: Settings) -> matcher.Matcher:
    shelf, teller = Tickets(redis), _teller(redis, config)
    starting = Starting(
        tickets=shelf,
        tables=Tables(redis, config.partitions, lives_of(config)),
        courier=courier,
        teller=teller,
        knowledge=Knowledge(redis, Ratings(redis), Histories(redis), Ties(redis)),
    )
    return matcher.Matcher(shelf, starting, Presence(redis), teller.inbox)


def conductor_of(redis: Redis, courier: Courier, config: Settings) -> conductor.Conductor:
    return conductor.Conductor(
        tournaments=Tournaments(redis),
        tables=Tables(redis, config.partitions, lives_of(config)),
        courier=courier,
        teller=_teller(redis, config),
        ties=Ties(redis),
        games=ArchivedLog(redis, open_archive(config)),
    )


def _teller(redis: Redis, config: Settings) -> Teller:
    accounts = Accounts(redis, People(redis))
    return Teller(accounts, Inbox(redis), Aged(redis, config.partitions), lives_of(config))
