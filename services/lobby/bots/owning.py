"""What an owner does with bots: makes, names and ends them, and says where their webhooks are."""

from dataclasses import dataclass, replace

from services.lobby.accounts.accounts import Account
from services.lobby.accounts.answered import BotExport, MadeApiToken, token_info
from services.lobby.accounts.asked import NewApiToken, visible
from services.lobby.accounts.desk import Desk
from services.lobby.bots.accepting import Accepts
from services.lobby.bots.directory import Directory
from services.lobby.bots.registry import Registry
from services.lobby.bots.wire import (
    BotInfo,
    BotProfile,
    FailureList,
    HookInfo,
    HookSet,
    NewBotAccount,
    NewHook,
    OwnBot,
    OwnBots,
    failure_info,
)
from services.lobby.people.words import visible_text
from shared.api.bots import BotBook, Hook, Standing
from shared.api.caps import Bucket
from shared.api.limits import Limits
from shared.api.moment import now_ms, rfc3339
from shared.api.problem import ApiError, Code
from shared.api.signing import new_secret

DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Owning:
    registry: Registry
    directory: Directory
    desk: Desk
    book: BotBook
    limits: Limits
    webhooks: bool
    """Whether we call any."""

    def speaking(self, language: str) -> "Owning":
        return replace(self, directory=self.directory.speaking(language))

    async def make(self, id: str, owner: str, new: NewBotAccount) -> OwnBot:
        """Not for guests, who may lose their account, and of whom anybody may be many."""
        name = visible(new.name, "$.name")
        about = visible_text(new.about, "$.about") if new.about else None
        if (await self.desk.account(owner)).guest:
            raise ApiError(Code.NOT_FOR_GUESTS)
        await self.limits.take(Bucket.BOTS, owner)
        await self.registry.make(id, owner, new.handle, name, now_ms())
        if about:
            await self.desk.accounts.change(id, about=about)
        if not await self.registry.owns(owner, id):  # the owner's account was deleted meanwhile
            await self.desk.delete(id)
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return await self._own(await self.directory.account(id))

    async def all(self, owner: str) -> OwnBots:
        found = [await self.desk.accounts.read(bot) for bot in await self.desk.accounts.bots_of(owner)]
        return OwnBots(tuple([await self._own(account) for account in found if account]))

    async def one(self, owner: str, bot: str) -> OwnBot:
        return await self._own(await self.owned(owner, bot))

    async def owned(self, owner: str, bot: str) -> Account:
        """Raises `no-such-bot`, also for another's."""
        account = await self.directory.account(bot)
        if account.owner != owner:
            raise ApiError(Code.NO_SUCH_BOT)
        return account

    async def change(self, owner: str, bot: str, profile: BotProfile) -> OwnBot:
        await self.owned(owner, bot)
        changes: dict[str, str | None] = {}
        if isinstance(profile.name, str):
            changes["name"] = visible(profile.name, "$.name")
        if isinstance(profile.about, str):
            changes["about"] = visible_text(profile.about, "$.about")
        elif profile.about is None:
            changes["about"] = None
        await self.desk.accounts.change(bot, **changes)
        return await self.one(owner, bot)

    async def end(self, owner: str, bot: str) -> None:
        """Its games go on, played by a built-in bot."""
        await self.owned(owner, bot)
        await self.desk.delete(bot)

    async def accept(self, by: str, bot: str, accepts: Accepts) -> BotInfo:
        """A bot says for itself, or its owner does, what it accepts."""
        if by != bot:
            await self.owned(by, bot)
        await self.directory.account(bot)
        await self.directory.accept(bot, accepts)
        return await self.directory.show(bot)

    async def make_token(self, owner: str, bot: str, new: NewApiToken) -> MadeApiToken:
        await self.owned(owner, bot)
        now, name = now_ms(), visible(new.name, "$.name")
        expires_at = None if new.days is None else now + new.days * DAY_MS
        id, stored, token = await self.desk.api_tokens.make(bot, name, new.scopes, expires_at, now)
        return MadeApiToken(token, token_info(id, stored))

    async def set_hook(self, owner: str, bot: str, new: NewHook) -> HookSet:
        """The same address again keeps its secret, and is forgiven. Raises `channel-off`."""
        await self.owned(owner, bot)
        if not self.webhooks:
            raise ApiError(Code.CHANNEL_OFF, params={"channel": "webhook"})
        before = (await self._standing(bot)).hook
        kept = before and before.url == new.url
        hook = Hook(new.url, before.secret if before and kept else new_secret(), now_ms())
        await self.book.hook(bot, hook)
        return HookSet(_hook_info(hook, await self._standing(bot)), hook.secret)

    async def drop_hook(self, owner: str, bot: str) -> OwnBot:
        account = await self.owned(owner, bot)
        await self.book.hook(bot, None)
        return await self._own(account)

    async def failures(self, owner: str, bot: str) -> FailureList:
        await self.owned(owner, bot)
        return FailureList(tuple(map(failure_info, await self.book.failures(bot))))

    async def exports(self, owner: str) -> tuple[BotExport, ...]:
        found = (await self.all(owner)).bots
        return tuple([await self._exported(own) for own in found])

    async def _exported(self, own: OwnBot) -> BotExport:
        id = own.bot.id
        tokens = await self.desk.api_tokens.all(id)
        return BotExport(
            bot=own,
            api_tokens=tuple(token_info(token, stored) for token, stored in tokens.items()),
            failures=tuple(map(failure_info, await self.book.failures(id))),
            games=tuple(await self.desk.accounts.tables(id)),
            history=await self.directory.records.all_games(id),
        )

    async def _standing(self, bot: str) -> Standing:
        return (await self.book.standings([bot], now_ms()))[bot]

    async def _own(self, account: Account) -> OwnBot:
        (info,) = await self.directory.shown([account])
        standing = await self._standing(account.id)
        return OwnBot(info, _hook_info(standing.hook, standing) if standing.hook else None)


def _hook_info(hook: Hook, standing: Standing) -> HookInfo:
    aside = standing.aside_at
    return HookInfo(hook.url, rfc3339(hook.set_at), standing.in_a_row, rfc3339(aside) if aside else None)
