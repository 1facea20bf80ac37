"""Analyses, a slice at a time: each decision is stored when it is judged, so whoever comes next goes on there."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import structlog
from celery.exceptions import SoftTimeLimitExceeded

from services.bots.failures import described
from services.bots.insight.decisions import Choice, choices
from services.bots.insight.estimating import estimates
from services.bots.search.budget import Budget
from services.bots.seeds import Seeds
from shared.api.inbox import Inbox, Notice
from shared.api.moment import now_ms
from shared.log.insight import Analyses, Analysis, Decision, Underway, encode
from shared.log.keys import keys_of
from shared.log.port import Log

log = structlog.get_logger(__name__)

SLICE_S = 3.0
"""After so long others get their turn."""
AGAIN_MS = 10_000
"""Work of which nothing was heard for so long is begun again; one decision takes a small part of that."""
MOST_TRIES = 3
"""A decision that kills whoever judges it is then left without an estimate."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Analyst:
    analyses: Analyses
    log: Log
    inbox: Inbox
    seeds: Seeds
    simulations: int
    partitions: int
    clock: Callable[[], float] = time.monotonic

    async def work(self, game: str) -> None:
        """A slice of what is left to judge; the last one's end stores the whole and tells those who asked."""
        asked = await self.analyses.underway(game)
        if asked is None:
            await self.analyses.end(game, "")
            return
        found = choices(game, await self.log.read(keys_of(game, self.partitions).log(game)))
        if not await self.analyses.note(game, asked.id, AGAIN_MS, {"total": len(found)}):
            return
        if await self._judge(game, asked, found):
            await self._finish(game)

    async def _judge(self, game: str, asked: Underway, found: list[Choice]) -> bool:
        """Whether nothing is left."""
        ends = self.clock() + SLICE_S
        for number, choice in enumerate(found):
            if number in asked.decisions:
                continue
            if self.clock() >= ends:
                await self.analyses.note(game, asked.id, 0, {})
                return False
            tries = await self.analyses.begin(game, asked.id, number)
            if not tries:
                return False
            decision = self._decision(game, asked.kind, choice, judged=tries <= MOST_TRIES)
            if not await self.analyses.note(game, asked.id, AGAIN_MS, {f"d:{number}": encode(decision)}):
                return False
        return True

    def _decision(self, game: str, kind: str, choice: Choice, *, judged: bool) -> Decision:
        unjudged = Decision(
            version=choice.version,
            seat=choice.seat,
            bot=choice.bot,
            choices=len(choice.legal),
            chosen=msgspec.to_builtins(choice.chosen),
            worth=None,
            best=None,
            best_worth=None,
            loss=None,
        )
        try:
            return self._judged(game, kind, choice, unjudged) if judged else unjudged
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            log.error("decision-not-judged", game=game, version=choice.version, **described(error))
            return unjudged

    def _judged(self, game: str, kind: str, choice: Choice, unjudged: Decision) -> Decision:
        rng = self.seeds.rng("analysis", game, choice.version, choice.seat)
        budget = Budget(ms=None, simulations=self.simulations)
        ranked = estimates(kind, choice.seat, choice.view, choice.legal, budget, rng)
        best, chosen = ranked[0], next(one for one in ranked if one.command == choice.chosen)
        known = {"best": msgspec.to_builtins(best.command), "best_worth": round(best.worth, DIGITS)}
        if not chosen.visits:
            return msgspec.structs.replace(unjudged, **known)
        worth = round(min(chosen.worth, best.worth), DIGITS)
        loss = round(known["best_worth"] - worth, DIGITS)
        return msgspec.structs.replace(unjudged, worth=worth, loss=loss, **known)

    async def _finish(self, game: str) -> None:
        """Any step may be done again: an analysis that is stored twice is the same."""
        asked = await self.analyses.underway(game)
        if asked is None:
            return
        decisions = tuple(asked.decisions[number] for number in sorted(asked.decisions))
        whole = Analysis(asked.id, asked.kind, asked.asked_at, self.simulations, decisions)
        await self.analyses.keep(game, whole)
        told = Notice(asked.id, "analysis-done", now_ms(), {"kind": asked.kind, "game": game})
        await self.inbox.tell((account, told) for account in sorted(asked.by))
        await self.analyses.end(game, asked.id)
        log.info("analysis-done", game=game, decisions=len(decisions))
