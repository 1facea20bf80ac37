"""The HTTP face of bots' accounts: for their owners, and for whoever wants to play one."""

from typing import Annotated

from litestar import Router, delete, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.accounts.answered import ApiTokenList, MadeApiToken, token_info
from services.lobby.accounts.asked import NewApiToken
from services.lobby.bots.accepting import Accepts
from services.lobby.bots.challenging import Challenges
from services.lobby.bots.directory import Directory
from services.lobby.bots.owning import Owning
from services.lobby.bots.registry import new_id
from services.lobby.bots.wire import (
    BotEnded,
    BotInfo,
    BotPage,
    BotProfile,
    Challenge,
    FailureList,
    HookSet,
    NewBotAccount,
    NewChallenge,
    NewHook,
    OwnBot,
    OwnBots,
)
from shared.api.auth import Caller, signed_in
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.idempotency import Naming
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import ApiError, Code
from shared.api.scopes import Scope

PAGE = 20

TheOwning = NamedDependency[Owning]
TheDirectory = NamedDependency[Directory]
TheCaller = NamedDependency[Caller]
TheNaming = NamedDependency[Naming]

OF_DEVICE = Scope.ACCOUNT_OWN
ACCEPTING = Accepts(("floor",), (2, 3), rated=True, most_games=4)


@get("/me/bots", guards=[signed_in], opt=describes(scope=OF_DEVICE))
async def list_my_bots(owning: TheOwning, caller: TheCaller) -> OwnBots:
    """The bots that the caller has made, with their webhooks."""
    return await owning.all(caller)


@post(
    "/me/bots",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.NOT_FOR_GUESTS,
        Code.HANDLE_TAKEN,
        Code.TOO_MANY_BOTS,
        scope=OF_DEVICE,
        example=NewBotAccount("lift-o-mat", "Lift-o-mat", "Counts cards."),
    ),
)
async def make_bot(
    owning: TheOwning, caller: TheCaller, naming: TheNaming, data: FromBody[NewBotAccount]
) -> OwnBot:
    """Makes an account for a bot, marked as one for ever. It has no password: make it a token."""
    return await owning.make(new_id(naming.ulid()), caller, data)


@get("/me/bots/{bot:str}", guards=[signed_in], opt=describes(Code.NO_SUCH_BOT, scope=OF_DEVICE))
async def read_my_bot(owning: TheOwning, caller: TheCaller, bot: FromPath[str]) -> OwnBot:
    """One of the caller's bots."""
    return await owning.one(caller, bot)


@patch(
    "/me/bots/{bot:str}",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_BOT, scope=OF_DEVICE, example=BotProfile("Lift-o-mat II")),
)
async def change_bot(
    owning: TheOwning, caller: TheCaller, bot: FromPath[str], data: FromBody[BotProfile]
) -> OwnBot:
    """Names a bot, or says something else of it."""
    return await owning.change(caller, bot, data)


@delete(
    "/me/bots/{bot:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_BOT, scope=OF_DEVICE),
)
async def end_bot(owning: TheOwning, caller: TheCaller, bot: FromPath[str]) -> BotEnded:
    """Ends a bot for good, with its tokens. A built-in bot plays its games on; its handle is free again."""
    await owning.end(caller, bot)
    return BotEnded(bot)


@get("/me/bots/{bot:str}/tokens", guards=[signed_in], opt=describes(Code.NO_SUCH_BOT, scope=OF_DEVICE))
async def list_bot_tokens(owning: TheOwning, caller: TheCaller, bot: FromPath[str]) -> ApiTokenList:
    """The bot's tokens without their secrets, the newest first."""
    await owning.owned(caller, bot)
    return await _tokens(owning, bot)


@post(
    "/me/bots/{bot:str}/tokens",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_BOT,
        Code.NO_SUCH_ACCOUNT,
        Code.TOO_MANY_API_TOKENS,
        scope=OF_DEVICE,
        example=NewApiToken("at home", ("games:read", "games:play", "tables:write")),
    ),
)
async def make_bot_token(
    owning: TheOwning, caller: TheCaller, bot: FromPath[str], data: FromBody[NewApiToken]
) -> MadeApiToken:
    """Makes a token with which a program is the bot. It is shown this once."""
    return await owning.make_token(caller, bot, data)


@delete(
    "/me/bots/{bot:str}/tokens/{token:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_BOT, Code.NO_SUCH_API_TOKEN, scope=OF_DEVICE),
)
async def revoke_bot_token(
    owning: TheOwning, caller: TheCaller, bot: FromPath[str], token: FromPath[str]
) -> ApiTokenList:
    """Revokes one of the bot's tokens; answers with those that are left."""
    await owning.owned(caller, bot)
    if not await owning.desk.api_tokens.revoke(bot, token):
        raise ApiError(Code.NO_SUCH_API_TOKEN)
    return await _tokens(owning, bot)


@put(
    "/me/bots/{bot:str}/webhook",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_BOT, Code.CHANNEL_OFF, scope=OF_DEVICE, example=NewHook("https://bots.example/turn")
    ),
)
async def set_bot_webhook(
    owning: TheOwning, caller: TheCaller, bot: FromPath[str], data: FromBody[NewHook]
) -> HookSet:
    """Has us call this address for each of the bot's turns. The same again forgives its failures."""
    return await owning.set_hook(caller, bot, data)


@delete(
    "/me/bots/{bot:str}/webhook",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_BOT, scope=OF_DEVICE),
)
async def drop_bot_webhook(owning: TheOwning, caller: TheCaller, bot: FromPath[str]) -> OwnBot:
    """Calls the bot no more: it listens and plays by itself again."""
    return await owning.drop_hook(caller, bot)


@get("/me/bots/{bot:str}/failures", guards=[signed_in], opt=describes(Code.NO_SUCH_BOT, scope=OF_DEVICE))
async def list_bot_failures(owning: TheOwning, caller: TheCaller, bot: FromPath[str]) -> FailureList:
    """The last turns that a built-in bot played, because the webhook's answer could not be played."""
    return await owning.failures(caller, bot)


@get("/bots", opt=describes(scope=Scope.GAMES_READ))
async def list_bots(
    directory: TheDirectory,
    reader: NamedDependency[Caller | None],
    kind: FromQuery[str | None] = None,
    online: FromQuery[bool | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=CAPS[Cap.LIST_PAGE])] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> BotPage:
    """Bots that can be challenged, the newest first. A page may be short though there is a `next`."""
    return await directory.page(reader, kind, online, limit, cursor)


@get("/bots/{bot:str}", opt=describes(Code.NO_SUCH_BOT, scope=Scope.GAMES_READ))
async def read_bot(directory: TheDirectory, bot: FromPath[str]) -> BotInfo:
    """One bot: what it accepts, whether it is there, how it is rated."""
    return await directory.show(bot)


@put(
    "/bots/{bot:str}/accepts",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_BOT, Code.NO_SUCH_KIND, scope=Scope.ACCOUNT_WRITE, example=ACCEPTING),
)
async def set_bot_accepts(
    owning: TheOwning, caller: TheCaller, bot: FromPath[str], data: FromBody[Accepts]
) -> BotInfo:
    """Says what the bot accepts, whole: what is left out is as it was at first. The bot may, and its owner."""
    return await owning.accept(caller, bot, data)


@post(
    "/bots/{bot:str}/challenges",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_BOT,
        Code.NO_SUCH_KIND,
        Code.INVALID_OPTIONS,
        Code.NOT_YOURSELF,
        Code.BOT_DOES_NOT_ACCEPT,
        Code.CANNOT_INVITE,
        Code.TOO_MANY_INVITATIONS,
        counts_as=Bucket.INVITATIONS,
        example=NewChallenge("floor", 2),
        scope=Scope.TABLES_WRITE,
    ),
)
async def challenge_bot(
    challenges: NamedDependency[Challenges],
    caller: TheCaller,
    naming: TheNaming,
    bot: FromPath[str],
    data: FromBody[NewChallenge],
) -> Challenge:
    """Asks a bot to play; the game starts when it accepts. A person or another bot may."""
    return await challenges.challenge(f"g_{naming.ulid()}", caller, bot, data)


async def _tokens(owning: Owning, bot: str) -> ApiTokenList:
    found = await owning.desk.api_tokens.all(bot)
    return ApiTokenList(tuple(token_info(id, stored) for id, stored in found.items()))


def bots_router() -> Router:
    handlers = [
        list_my_bots, make_bot, read_my_bot, change_bot, end_bot, list_bot_tokens, make_bot_token, revoke_bot_token,
        set_bot_webhook, drop_bot_webhook, list_bot_failures, list_bots, read_bot, set_bot_accepts, challenge_bot,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["bots"])
