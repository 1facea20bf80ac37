"""The API's calls that playing needs.

A call that gets no answer is made again. That is safe for a command because of its id, and for other writes because
each goes out under an `Idempotency-Key` of its own, however often.
"""

import secrets
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from shared.client.absence import Absence
from shared.client.analysis import Analyses
from shared.client.bots import BotCalls
from shared.client.http import ANSWER_S, Http
from shared.client.matching import Matching
from shared.client.mine import Changes, MyGames
from shared.client.notices import Notices
from shared.client.people import People
from shared.client.ratings import Ratings
from shared.client.socket import Socket
from shared.client.stream import follow, follow_mine
from shared.client.tables import Tables
from shared.client.tokens import Keep, Tokens, forget
from shared.client.told import SendCommand
from shared.client.tournaments import TournamentCalls
from shared.client.transports import Carriers, Transport
from shared.client.values import (
    Accepted,
    Account,
    Games,
    GameView,
    Guest,
    Item,
    Kind,
    Kinds,
    Moves,
    Pace,
    Page,
    RunningGame,
    Table,
)


def command_id() -> str:
    """A fresh id for a command; whoever may have to repeat it after a crash of its own keeps it."""
    return secrets.token_urlsafe(6)


class Client:
    def __init__(self, http: Http, transport: Transport = Transport.EVENTS) -> None:
        self._http = http
        self._transport = transport
        self._socket = Socket(http)
        self._carriers = Carriers(http, self._socket)
        self.absence = Absence(http, self.command)
        self.people = People(http)
        self.tables = Tables(http)
        self.matching = Matching(http)
        self.tournaments = TournamentCalls(http)
        self.notices = Notices(http)
        self.ratings = Ratings(http)
        self.analysis = Analyses(http)
        self.bots = BotCalls(http)

    @classmethod
    def at(
        cls,
        address: str,
        *,
        transport: Transport = Transport.EVENTS,
        patience_s: float = 30.0,
        answer_s: float = ANSWER_S,
        language: str = "en",
        tokens: Tokens | None = None,
        keep: Keep = forget,
    ) -> "Client":
        """A client of the server at an address like `http://127.0.0.1:8080`.

        An attempt that had no answer for `answer_s` is given up and made again; a call, after `patience_s`.

        `keep` is given the tokens whenever they change; with these as `tokens` a later process goes on as the same
        device. `Tokens("pn_...")` makes the calls of a program with an API token.
        """
        http = Http(
            address, patience_s=patience_s, answer_s=answer_s, language=language, tokens=tokens, keep=keep
        )
        return cls(http, transport)

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        await self._http.close()

    async def ready(self) -> dict[str, Any]:
        """What the server says of its health; raises `ApiProblem` while it is not ready."""
        return await self._http.get("/health/ready", dict[str, Any])

    async def guest(self, name: str | None = None) -> Guest:
        """Makes a guest account; all further calls are made as this guest."""
        body = {} if name is None else {"name": name}
        return await self._arrive("/v1/accounts/guest", body)

    async def sign_in(self, handle: str, password: str, device: str = "") -> Guest:
        """All further calls are made as the account with this handle."""
        body = {"handle": handle, "password": password, "device": device}
        return await self._arrive("/v1/sessions", body)

    async def _arrive(self, path: str, body: Mapping[str, str]) -> Guest:
        guest = await self._http.send("POST", path, body, Guest, signed=False)
        self._http.holder.hold(Tokens(guest.access_token, guest.refresh_token))
        return guest

    async def upgrade(self, handle: str, password: str) -> Account:
        """Gives the guest a handle and a password, to sign in with elsewhere."""
        body = {"handle": handle, "password": password}
        return await self._http.send("PUT", "/v1/me/credentials", body, Account)

    async def sign_out(self) -> None:
        """Ends this device's session."""
        await self._http.send("DELETE", "/v1/me/sessions/current", {}, dict[str, Any])
        self._http.holder.hold(None)

    async def me(self) -> Account:
        return await self._http.get("/v1/me", Account)

    async def kinds(self) -> tuple[Kind, ...]:
        return (await self._http.get("/v1/kinds", Kinds)).kinds

    async def open_table(
        self,
        kind: str,
        players: int,
        *,
        options: Mapping[str, Any] | None = None,
        pace: Pace | None = None,
        bot_ms: int = 500,
        host_sits: bool = True,
    ) -> Table:
        body: dict[str, Any] = {
            "kind": kind, "players": players, "options": dict(options or {}), "bot_ms": bot_ms,
            "host_sits": host_sits,
        }  # fmt: skip
        if pace is not None:
            body["pace"] = pace
        return await self._http.send("POST", "/v1/tables", body, Table)

    async def table(self, table: str) -> Table:
        return await self._http.get(f"/v1/tables/{table}", Table)

    async def join(self, table: str, seat: int | None = None) -> Table:
        body = {} if seat is None else {"seat": seat}
        return await self._http.send("POST", f"/v1/tables/{table}/join", body, Table)

    async def seat_bot(self, table: str, seat: int, level: str = "normal") -> Table:
        return await self._http.send("PUT", f"/v1/tables/{table}/seats/{seat}/bot", {"level": level}, Table)

    async def seat_bots(self, table: Table, level: str = "normal") -> Table:
        """Bots on every seat that is still free."""
        for holder in table.seats:
            if holder.player is None and holder.bot is None:
                table = await self.seat_bot(table.id, holder.seat, level)
        return table

    async def start(self, table: str) -> Table:
        return await self._http.send("POST", f"/v1/tables/{table}/start", {}, Table)

    async def games(self, limit: int = 20) -> tuple[RunningGame, ...]:
        """Running games, newest first."""
        return (await self._http.get("/v1/games", Games, {"limit": limit})).games

    async def game(self, game: str) -> GameView:
        return await self._http.get(f"/v1/games/{game}", GameView)

    async def moves(self, game: str) -> Moves:
        return await self._http.get(f"/v1/games/{game}/moves", Moves)

    async def command(
        self, game: str, do: Mapping[str, Any], *, expect: int | None = None, id: str | None = None
    ) -> Accepted:
        """Sends a command until it is answered, always under the same id; on the socket if that is the transport.

        `expect` is the version that the command was chosen at: had the game moved on, it is refused with
        `version-conflict`. Raises `ApiProblem` with the rules' reason as its code.
        """
        wish = SendCommand(game, id or command_id(), dict(do), expect)
        if self._transport is Transport.SOCKET:
            return await self._socket.command(wish)
        body: dict[str, Any] = {"id": wish.id, "do": wish.do}
        if expect is not None:
            body["expect"] = expect
        return await self._http.send("POST", f"/v1/games/{game}/commands", body, Accepted)

    async def events(self, game: str, after: int = 0, *, wait_s: int = 0, words: bool = False) -> Page:
        """Entries after a version; with `wait_s` (up to 30), waits for the next when there is none."""
        params: dict[str, str | int] = {"after": after, "wait": wait_s, "words": str(words).lower()}
        return await self._http.get(f"/v1/games/{game}/events", Page, params, wait_s=wait_s)

    def follow(
        self, game: str, after: int = 0, *, words: bool = False, transport: Transport | None = None
    ) -> AsyncGenerator[Item]:
        """All entries after a version as they happen, each once and in order, until the game has ended.

        A connection that breaks is made again from the last entry; `Unreachable` when that takes too long, `Resynced`
        when the game never was at `after`. On the socket, a game is followed once at a time.
        """
        connect = self._carriers.of_game(transport or self._transport, game, words=words)
        return follow(connect, after, game, self._http.patience_s)

    async def my_games(self, limit: int = 20, cursor: str | None = None) -> MyGames:
        """The home screen: what waits for the caller first, most urgent first."""
        params: dict[str, str | int] = {"limit": limit, **({"cursor": cursor} if cursor else {})}
        return await self._http.get("/v1/me/games", MyGames, params)

    async def sync(self, cursor: str | None = None, *, views: bool = False) -> Changes:
        """One page of what changed since a cursor; ask again at once while it says `more`."""
        params = {"views": str(views).lower(), **({"cursor": cursor} if cursor else {})}
        return await self._http.get("/v1/sync", Changes, params)

    def changes(
        self, cursor: str | None = None, *, views: bool = False, transport: Transport | None = None
    ) -> AsyncGenerator[Changes]:
        """The same live and without end; `views` not on the socket, and nothing by long polls."""
        connect = self._carriers.of_mine(transport or self._transport, views=views)
        return follow_mine(connect, cursor, self._http.patience_s)
