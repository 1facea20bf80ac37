"""The Python client for apps and bot authors: typed, asynchronous, and patient with bad networks."""

from shared.client.client import Client
from shared.client.http import ApiProblem, Http, Unreachable
from shared.client.tokens import Tokens
from shared.client.values import (
    Accepted,
    Account,
    GameView,
    Guest,
    Item,
    Kind,
    Move,
    Moves,
    Pace,
    Page,
    RunningGame,
    SeatHolder,
    Table,
)

__all__ = [
    "Accepted",
    "Account",
    "ApiProblem",
    "Client",
    "GameView",
    "Guest",
    "Http",
    "Item",
    "Kind",
    "Move",
    "Moves",
    "Pace",
    "Page",
    "RunningGame",
    "SeatHolder",
    "Table",
    "Tokens",
    "Unreachable",
]
