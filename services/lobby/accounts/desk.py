"""What the account handlers speak to: signing in, and everything that changes who may do so."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from services.lobby.accounts.accounts import Account, Accounts, Identity
from services.lobby.accounts.answered import AccountInfo, Welcome, account_info
from services.lobby.accounts.apitokens import ApiTokenShelf
from services.lobby.accounts.asked import (
    NAME_LENGTH,
    Credentials,
    IdentitySignIn,
    NewGuest,
    NewPassword,
    Refresh,
    SignIn,
    shown_name,
    visible,
    visible_device,
)
from services.lobby.accounts.oidc import Claimed, Issuers
from services.lobby.accounts.passwords import Passwords
from services.lobby.accounts.sessions import Opened, Sessions
from services.lobby.people.ties import Ties
from shared.api.auth import Tokens, refused
from shared.api.caps import Bucket
from shared.api.inbox import Inbox
from shared.api.limits import Limits
from shared.api.moment import rfc3339
from shared.api.people import Names
from shared.api.problem import ApiError, Code

Forget = Callable[[str], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Desk:
    accounts: Accounts
    sessions: Sessions
    api_tokens: ApiTokenShelf
    passwords: Passwords
    issuers: Issuers
    tokens: Tokens
    limits: Limits
    inbox: Inbox
    ties: Ties
    names: Names
    """Says what accounts are called."""
    forgetting: tuple[Forget, ...] = ()
    """What else of an account goes with it."""

    def speaking(self, language: str) -> "Desk":
        return replace(self, names=self.names._replace(language=language))

    def info(self, account: Account) -> AccountInfo:
        return account_info(account, self.names)

    async def account(self, id: str) -> Account:
        """Raises `no-such-account`."""
        account = await self.accounts.read(id)
        if account is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return account

    async def guest(self, id: str, new: NewGuest, now_ms: int) -> Welcome:
        device = visible_device(new.device)
        name = None if new.name is None else visible(new.name, "$.name")
        return await self._welcome(await self.accounts.open(id, name, now_ms), device, now_ms)

    async def sign_in(self, given: SignIn, now_ms: int) -> Welcome:
        """Raises `sign-in-refused`, the same and as slowly for an unknown handle and a wrong password."""
        device = visible_device(given.device)
        await self._count(given.handle)
        account = await self.accounts.by_handle(given.handle)
        hashed = account.password_hash if account else None
        if not await self.passwords.matches(given.password, hashed) or account is None:
            raise refused(Code.SIGN_IN_REFUSED)
        if hashed and self.passwords.outdated(hashed):
            await self.accounts.change(account.id, password=await self.passwords.hash(given.password))
        return await self._welcome(account, device, now_ms)

    async def sign_in_by_identity(self, given: IdentitySignIn, id: str, now_ms: int) -> Welcome:
        """Whoever comes for the first time gets an account, under `id`."""
        device = visible_device(given.device)
        claimed = await self.issuers.read(given.id_token, given.nonce)
        account = await self.accounts.by_identity(claimed.identity) or await self._first(claimed, id, now_ms)
        return await self._welcome(account, device, now_ms)

    async def _first(self, claimed: Claimed, id: str, now_ms: int) -> Account:
        """Made before the identity is claimed: an identity never leads to nowhere. Of two at once, one stays."""
        name = shown_name(claimed.name[:NAME_LENGTH]) if claimed.name else None
        account = await self.accounts.open(id, name, now_ms)
        try:
            return await self.link(account.id, claimed.identity)
        except ApiError:
            await self.accounts.forget(account.id)
            found = await self.accounts.by_identity(claimed.identity)
            if found is None:
                raise
            return found

    async def link(self, id: str, identity: Identity) -> Account:
        """Raises `identity-taken`."""
        await self.accounts.link(id, identity)
        return await self.account(id)

    async def refresh(self, given: Refresh, now_ms: int) -> Welcome:
        """Raises `refresh-invalid`, `session-ended`, or `account-suspended`, which spends no token."""
        if owner := self.sessions.owner(given.refresh_token):
            _check_suspension(await self.accounts.read(owner), now_ms)
        opened = await self.sessions.refresh(given.refresh_token, given.attempt, now_ms)
        account = await self.accounts.read(opened.account)
        if account is None:
            raise refused(Code.SESSION_ENDED)
        return self._signed_in(account, opened, now_ms)

    async def name(self, id: str, given: Credentials) -> Account:
        """Gives a handle and a password to an account that has none. The same again is no error.

        Raises `handle-taken` or `handle-already-set`.
        """
        await self._count(id)
        account = await self.account(id)
        if account.handle is None:
            hashed = await self.passwords.hash(given.password)
            if await self.accounts.give_handle(id, given.handle, hashed):
                return await self.account(id)
            account = await self.account(id)
        same = (account.handle or "").casefold() == given.handle.casefold()
        if same and await self.passwords.matches(given.password, account.password_hash):
            return account
        raise ApiError(Code.HANDLE_ALREADY_SET)

    async def change_password(self, id: str, session: str, given: NewPassword, now_ms: int) -> Account:
        """Ends all other sessions, as whoever knew the old one may be signed in. Raises `sign-in-refused`."""
        account = await self.account(id)
        await self._count(account.handle or id)
        if not await self.passwords.matches(given.password, account.password_hash):
            raise refused(Code.SIGN_IN_REFUSED)
        await self.accounts.change(id, password=await self.passwords.hash(given.new_password))
        await self.end_others(id, session, now_ms)
        return account

    async def end_others(self, id: str, session: str, now_ms: int) -> None:
        others = [other for other in await self.sessions.all(id, now_ms) if other != session]
        await self.sessions.end(id, *others)

    async def delete(self, id: str) -> None:
        """With its bots. May be repeated, should it break off."""
        for bot in await self.accounts.bots_of(id):
            await self.delete(bot)
        for forget in self.forgetting:
            await forget(id)
        await self.inbox.forget(id)
        await self.ties.forget(id)
        await self.sessions.gone(await self.accounts.forget(id))
        for forget in self.forgetting:  # again: what was under way meanwhile may have brought it back
            await forget(id)

    async def _count(self, handle_or_id: str) -> None:
        """Each try at a password takes a core for a while, and may be a guess."""
        await self.limits.take(Bucket.SIGN_INS_OF_HANDLE, handle_or_id.casefold())

    async def _welcome(self, account: Account, device: str, now_ms: int) -> Welcome:
        """Looks for a suspension when the session is there: one that comes at the same time finds either."""
        _check_suspension(account, now_ms)
        opened = await self.sessions.open(account.id, device, now_ms)
        _check_suspension(await self.accounts.read(account.id), now_ms)
        return self._signed_in(account, opened, now_ms)

    def _signed_in(self, account: Account, opened: Opened, now_ms: int) -> Welcome:
        token, expires_s = self.tokens.mint(
            account.id, now_ms // 1000, session=opened.session, language=account.language, staff=account.staff
        )
        return Welcome(
            account=self.info(account),
            session=opened.session,
            access_token=token,
            expires_at=rfc3339(expires_s * 1000),
            refresh_token=opened.refresh_token,
        )


def _check_suspension(account: Account | None, now_ms: int) -> None:
    """Raises `account-suspended`."""
    if account and account.suspended and account.suspended.holds(now_ms):
        raise account.suspended.refusal(Code.ACCOUNT_SUSPENDED)
