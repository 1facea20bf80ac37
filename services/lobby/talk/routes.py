"""The HTTP face of talk at tables."""

from typing import Annotated

from litestar import Router, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.talk.emotes import Emote
from services.lobby.talk.sayings import Mode
from services.lobby.talk.talk import Talk
from services.lobby.talk.wire import EmoteList, MessageInfo, MessageList, NewMessage, NewMode
from shared.api.auth import Caller, for_people, signed_in
from shared.api.idempotency import Naming
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 100

TheTalk = NamedDependency[Talk]
TheCaller = NamedDependency[Caller]
Language = NamedDependency[str]


@get("/emotes")
async def list_emotes(talk: TheTalk, language: Language) -> EmoteList:
    """What can be said at every table with one tap."""
    return talk.emotes(language)


@post(
    "/tables/{table:str}/messages",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_TABLE,
        Code.NOT_SEATED,
        Code.TABLE_NOT_OPEN,
        Code.SILENCED,
        Code.TABLE_IS_SILENT,
        Code.NOT_FOR_BOTS,
        scope=Scope.GAMES_PLAY,
        example=NewMessage(emote=Emote.HELLO),
    ),
)
async def say(
    talk: TheTalk,
    caller: TheCaller,
    naming: NamedDependency[Naming],
    language: Language,
    table: FromPath[str],
    data: FromBody[NewMessage],
) -> MessageInfo:
    """Says something to those at the table: an emote, or a text of up to 200 characters; bots only emotes."""
    return await talk.say(table, caller, str(naming.ulid()), data, language)


@get(
    "/tables/{table:str}/messages",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_TABLE, Code.NOT_SEATED, scope=Scope.GAMES_READ),
)
async def list_messages(
    talk: TheTalk,
    caller: TheCaller,
    language: Language,
    table: FromPath[str],
    after: FromQuery[int] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
) -> MessageList:
    """What was said at the table after a message's number, for those who sit there."""
    return await talk.read(table, caller, after, limit, language)


@put(
    "/tables/{table:str}/chat",
    guards=[signed_in, for_people],
    opt=describes(Code.NO_SUCH_TABLE, Code.NOT_HOST, scope=Scope.TABLES_WRITE, example=NewMode(Mode.EMOTES)),
)
async def set_chat_mode(
    talk: TheTalk, caller: TheCaller, table: FromPath[str], data: FromBody[NewMode]
) -> NewMode:
    """The host says what may be said at the table: `all`, `emotes` only, or nothing (`off`)."""
    await talk.set_mode(table, caller, data.mode)
    return data


def talk_router() -> Router:
    handlers = [list_emotes, say, list_messages, set_chat_mode]
    return Router("/v1", route_handlers=handlers, tags=["talk"])
