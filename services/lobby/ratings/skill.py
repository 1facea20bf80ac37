"""How well somebody plays, as a bell curve, and what one result makes of it: `openskill`'s Plackett-Luce model.

Everything that decides a rating stands here. To change it is to rate anew: `paternoster rebuild` afterwards.
"""

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

MU = 25.0
SIGMA = MU / 3
"""A newcomer: anything from 0 to twice the mean is likely."""
BETA = SIGMA / 2
"""How much luck there is: with so much more skill one wins about three games of four."""
TAU = SIGMA / 100
"""How much less is known before every game than after the last one, so that nobody's rating freezes."""
SETTLED_GAMES = 10
"""Before so many games a rating is provisional."""

SHOWN_BASE = 1000
SHOWN_SCALE = 40
SURE = 3
"""Standard deviations off the mean: somebody plays at least as well as is shown, with 99.9 %."""

_model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


class Skill(msgspec.Struct, frozen=True, array_like=True):
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The number that people see, 1000 for a newcomer: it rises with skill and with what is known of it."""
        return max(0, round(SHOWN_BASE + SHOWN_SCALE * (self.mu - SURE * self.sigma)))

    @property
    def provisional(self) -> bool:
        return self.games < SETTLED_GAMES


NEWCOMER = Skill()


def rate(before: Sequence[Skill], places: Sequence[float]) -> tuple[Skill, ...]:
    """Everybody's skill after a game, in the order given. Equal places are a draw between those who share them."""
    teams = [[_model.create_rating([skill.mu, skill.sigma])] for skill in before]
    after = _model.rate(teams, ranks=list(places))
    return tuple(
        Skill(rating.mu, rating.sigma, skill.games + 1)
        for skill, (rating,) in zip(before, after, strict=True)
    )
