"""What the handlers of talk speak to: who may say what at a table, and who gets to see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.lobby.accounts.accounts import Accounts
from services.lobby.people.ties import Ties
from services.lobby.people.words import visible_text
from services.lobby.store import Tables
from services.lobby.tables import Phase, Table
from services.lobby.talk.emotes import SIGNS
from services.lobby.talk.sayings import Mode, Said, Saying, Sayings
from services.lobby.talk.wire import EmoteInfo, EmoteList, MessageInfo, MessageList, NewMessage
from services.lobby.terms import Visibility
from shared.api.caps import Bucket
from shared.api.inbox import ChatNews, Inbox
from shared.api.limits import Limits
from shared.api.moment import now_ms, rfc3339
from shared.api.people import Names, People, is_bot
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.seeds import Texts


@dataclass(frozen=True, slots=True)
class Talk:
    tables: Tables
    sayings: Sayings
    accounts: Accounts
    ties: Ties
    people: People
    inbox: Inbox
    limits: Limits
    texts: Texts

    def emotes(self, language: str) -> EmoteList:
        return EmoteList(
            tuple(EmoteInfo(key, sign, self._said(language, key)) for key, sign in SIGNS.items())
        )

    async def say(self, table: str, by: str, id: str, new: NewMessage, language: str) -> MessageInfo:
        """Raises `not-seated`, `table-not-open`, `silenced` or `table-is-silent`; `not-for-bots` for a bot's own words."""
        if is_bot(by) and new.text is not None:
            raise ApiError(Code.NOT_FOR_BOTS)
        saying = _saying(by, new)
        seated = await self._seated(table, by)
        if not seated.terms.chat:
            raise ApiError(Code.TABLE_IS_SILENT, params={"mode": Mode.OFF.value})
        if seated.phase is Phase.CLOSED:
            raise ApiError(Code.TABLE_NOT_OPEN, params={"state": seated.phase.value})
        await self._check_silence(by)
        await self.limits.take(Bucket.MESSAGES, by)
        number = await self.sayings.say(table, id, saying)
        await self._tell(seated, by, number)
        (shown,) = await self._shown([Said(number, saying, hidden=False)], language)
        return shown

    async def read(self, table: str, reader: str, after: int, limit: int, language: str) -> MessageList:
        """What the reader may see: nothing of people with whom there is a block, nothing at all if they want none."""
        seated = await self._seated(table, reader)
        mode, said = await self.sayings.all(table)
        account = await self.accounts.read(reader)
        unseen = await self.ties.blocked(reader)
        wanted = said if account and account.chat else []
        seen = [one for one in wanted if one.saying.player not in unseen and one.number > after]
        allowed = mode if seated.terms.chat else Mode.OFF
        return MessageList(allowed, await self._shown(seen[:limit], language), len(seen) > limit)

    async def read_all(self, table: str, language: str) -> MessageList:
        """For moderators: hidden ones too, also of a table that is gone. Raises `no-such-table`."""
        mode, said = await self.sayings.all(table)
        if not said and await self.tables.read(table) is None:
            raise ApiError(Code.NO_SUCH_TABLE)
        return MessageList(mode, await self._shown(said, language, whole=True), more=False)

    async def find(self, table: str, number: int) -> Said:
        """Raises `no-such-message`."""
        found = next((one for one in (await self.sayings.all(table))[1] if one.number == number), None)
        if found is None:
            raise ApiError(Code.NO_SUCH_MESSAGE)
        return found

    async def set_mode(self, table: str, by: str, mode: Mode) -> None:
        """Raises `not-host`."""
        if (await self._found(table, by)).host != by:
            raise ApiError(Code.NOT_HOST)
        await self.sayings.set_mode(table, mode)

    async def _found(self, id: str, player: str) -> Table:
        """A table that is not for everybody is only there for those whom it concerns."""
        table = await self.tables.read(id)
        if table is None or not (table.terms.visibility is Visibility.PUBLIC or table.concerns(player)):
            raise ApiError(Code.NO_SUCH_TABLE)
        return table

    async def _seated(self, id: str, player: str) -> Table:
        table = await self._found(id, player)
        if table.seat_of(player) is None:
            raise ApiError(Code.NOT_SEATED)
        return table

    async def _check_silence(self, by: str) -> None:
        account = await self.accounts.read(by)
        if account and account.silenced and account.silenced.holds(now_ms()):
            raise account.silenced.refusal(Code.SILENCED)

    async def _tell(self, table: Table, by: str, number: int) -> None:
        unseen = await self.ties.blocked(by)
        seated = [place.player for place in table.places if place.player and place.player not in unseen]
        read = [await self.accounts.read(player) for player in seated]
        listening = [account.id for account in read if account and account.chat]
        await self.inbox.tell((player, ChatNews(table.id, number)) for player in listening)

    async def _shown(
        self, said: Sequence[Said], language: str, *, whole: bool = False
    ) -> tuple[MessageInfo, ...]:
        names = Names(await self.people.names(one.saying.player for one in said), self.texts, language)
        return tuple(
            MessageInfo(
                number=number,
                at=rfc3339(number),
                player=names.person(saying.player),
                emote=saying.emote if whole or not hidden else None,
                text=self._text(saying, language) if whole or not hidden else None,
                hidden=hidden,
            )
            for number, saying, hidden in said
        )

    def _text(self, saying: Saying, language: str) -> str | None:
        return self._said(language, saying.emote) if saying.emote else saying.text

    def _said(self, language: str, emote: str) -> str:
        return self.texts.name(language, f"emote-{emote}")


def _saying(by: str, new: NewMessage) -> Saying:
    """Raises `malformed`."""
    if (new.emote is None) == (new.text is None):
        raise malformed(Flaw.EMOTE_OR_TEXT)
    return Saying(by, new.emote, None if new.text is None else visible_text(new.text, "$.text"))
