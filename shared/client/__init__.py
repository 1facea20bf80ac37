"""The Python client for apps and bot authors: typed, asynchronous, and patient with bad networks."""

from shared.client.client import Client, command_id
from shared.client.http import Http
from shared.client.mine import (
    Changes,
    ChatChange,
    FriendChange,
    GameChange,
    InvitationChange,
    MyGame,
    MyGames,
    Notice,
    TableChange,
)
from shared.client.problems import ApiProblem, Resynced, Unreachable
from shared.client.tokens import Tokens
from shared.client.transports import Transport
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
    "Changes",
    "ChatChange",
    "Client",
    "FriendChange",
    "GameChange",
    "GameView",
    "Guest",
    "Http",
    "InvitationChange",
    "Item",
    "Kind",
    "Move",
    "Moves",
    "MyGame",
    "MyGames",
    "Notice",
    "Pace",
    "Page",
    "Resynced",
    "RunningGame",
    "SeatHolder",
    "Table",
    "TableChange",
    "Tokens",
    "Transport",
    "Unreachable",
    "command_id",
]
