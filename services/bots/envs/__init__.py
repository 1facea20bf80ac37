"""The games as PettingZoo environments, for researchers: `from services.bots.envs import env`.

`games` is the environment; one file per kind says what its numbers mean: actions from commands, observations from views.
Nothing else of ours imports this, as `pettingzoo` comes with the optional extra `research`.
"""

from services.bots.envs.games import env

__all__ = ["env"]
