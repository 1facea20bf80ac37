"""Everything that reads what others wrote, by name, and how each refuses. A new one gets a line, and a seed in `corpus`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from services.engine.api import games, mine_order
from services.engine.api.socket_in import from_packed, from_text
from services.lobby import ids
from services.lobby.accounts import oidc
from services.lobby.accounts.refresh import Seal
from services.lobby.people import register
from services.lobby.ratings import cursors
from services.lobby.staff import audit, bench
from services.lobby.tournaments import organizing
from services.notify.channels import apns, fcm
from services.notify.channels.outcome import asked_pause
from services.notify.notice import decode_delivery
from shared.api import apitokens, inbox
from shared.api.auth import Tokens
from shared.api.compression import coding_for
from shared.api.conditional import is_known
from shared.api.idempotency import _unquoted  # the header's reader
from shared.api.language import best_language
from shared.api.media import ENCODINGS, choose, convert, decode
from shared.api.prefer import preferred_wait
from shared.api.problem import ApiError
from shared.games.kinds import KINDS
from shared.log.archive import packer
from shared.log.commands import decode_answer, decode_feed, decode_live, decode_replies, decode_sent
from shared.log.entry import decode_entry
from shared.log.game import Game
from shared.log.port import CorruptLog
from shared.log.seatcommands import SeatCommand
from shared.log.verdict import verdict
from shared.settings import settings
from tests.engine.finished import finished

Refusals = tuple[type[Exception], ...]
MALFORMED: Refusals = (msgspec.DecodeError,)
PROBLEM: Refusals = (ApiError,)
NEVER: Refusals = ()


class Decoder(NamedTuple):
    read: Callable[[bytes], Any]
    refuses_by: Refusals


def _text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    """Headers arrive as Latin-1, so every byte may stand in one."""
    return lambda data: read(data.decode("latin-1"))


def _utf8(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    """Queries and JSON arrive as UTF-8."""
    return lambda data: read(data.decode("utf-8", errors="replace"))


def _second_entry(data: bytes) -> None:
    """A log that is whole up to the entry."""
    game = Game("g_1")
    game.apply(finished("floor")[0])
    game.apply(data)


def _judged(data: bytes) -> None:
    """A log that has ended, and has something else for its second entry, or behind its first."""
    log = finished("floor")
    verdict("g_1", [log[0], data, *log[2:]])
    verdict("g_1", [data, *log[1:]])


def _body(wanted: Any, media_type: str) -> Decoder:
    return Decoder(lambda data: decode(data, media_type, wanted), PROBLEM)


def _wish(kind: str) -> Decoder:
    """A command's `do`, which is judged once its kind is known."""
    wanted = KINDS[kind].command | SeatCommand

    def read(data: bytes) -> Any:
        return convert(decode(data, "application/json", dict[str, Any]), wanted, "$.do")

    return Decoder(read, PROBLEM)


def _options(kind: str) -> Decoder:
    def read(data: bytes) -> Any:
        return convert(decode(data, "application/json", dict[str, Any]), KINDS[kind].options, "$.options")

    return Decoder(read, PROBLEM)


def _environment(data: bytes) -> Any:
    name, _, value = data.decode("latin-1").partition("=")
    return settings({f"PATERNOSTER_{name.upper()}": value})


TOKENS = Tokens(b"k" * 32)
LANGUAGES = ("en", "fr", "ja", "ko")

DECODERS: Mapping[str, Decoder] = {
    "entry": Decoder(decode_entry, MALFORMED),
    "log": Decoder(_second_entry, (CorruptLog,)),
    "verdict": Decoder(_judged, NEVER),
    "archive": Decoder(partial(packer().unpack, "g_1"), (CorruptLog,)),
    "command": Decoder(decode_sent, MALFORMED),
    "answer": Decoder(decode_answer, MALFORMED),
    "replies": Decoder(decode_replies, MALFORMED),
    "live": Decoder(decode_live, MALFORMED),
    "feed": Decoder(decode_feed, MALFORMED),
    "news": Decoder(inbox.decode_news, MALFORMED),
    "delivery": Decoder(decode_delivery, MALFORMED),
    "socket-text": Decoder(_utf8(from_text), (*MALFORMED, RecursionError)),
    "socket-packed": Decoder(from_packed, (*MALFORMED, UnicodeError, RecursionError)),
    "body-json": _body(games.CommandBody, ENCODINGS[0]),
    "body-msgpack": _body(games.CommandBody, ENCODINGS[1]),
    **{f"wish-{kind}": _wish(kind) for kind in KINDS},
    **{f"options-{kind}": _options(kind) for kind in KINDS},
    "access-token": Decoder(_text(TOKENS.check), PROBLEM),
    "api-token": Decoder(_text(apitokens.parts_of), NEVER),
    "refresh-token": Decoder(_text(Seal(b"k" * 32).read), NEVER),
    "identity-token": Decoder(_utf8(oidc.claimed_issuer), (oidc.jwt.PyJWTError,)),
    "cursor-inbox": Decoder(_utf8(inbox.Cursor.parse), NEVER),
    "cursor-home": Decoder(_utf8(mine_order.parse), PROBLEM),
    "cursor-games": Decoder(_utf8(games._cursor), PROBLEM),
    "cursor-tables": Decoder(_utf8(ids.spot_of), PROBLEM),
    "cursor-boards": Decoder(_utf8(cursors.board_spot), PROBLEM),
    "cursor-friends": Decoder(_utf8(register._spot_of), PROBLEM),
    "cursor-tournaments": Decoder(_utf8(organizing._spot), PROBLEM),
    "cursor-audit": Decoder(_utf8(audit.checked_cursor), PROBLEM),
    "cursor-reports": Decoder(_utf8(bench._skip_of), PROBLEM),
    "invitation": Decoder(_utf8(ids.invitation_of), PROBLEM),
    "idempotency-key": Decoder(_text(_unquoted), PROBLEM),
    "accept": Decoder(_text(choose), NEVER),
    "accept-language": Decoder(_text(lambda text: best_language(text, LANGUAGES)), NEVER),
    "accept-encoding": Decoder(_text(coding_for), NEVER),
    "if-none-match": Decoder(_text(lambda text: is_known('W/"1"', text)), NEVER),
    "prefer": Decoder(_text(preferred_wait), NEVER),
    "retry-after": Decoder(_text(lambda text: asked_pause({"retry-after": text})), NEVER),
    "apns-answer": Decoder(apns.reason_of, NEVER),
    "fcm-answer": Decoder(fcm.error_code, NEVER),
    "settings": Decoder(_environment, (msgspec.ValidationError,)),
}
