"""The closed table of our own problem codes, each with its status.

What is said of one to people stands in `seeds/texts/<language>/*.ftl`, as `problem-<code>`.
"""

from enum import StrEnum
from http import HTTPStatus


class Code(StrEnum):
    """Stable names that apps may compare with."""

    _value_: str
    status: HTTPStatus

    def __new__(cls, code: str, status: HTTPStatus) -> "Code":
        member = str.__new__(cls, code)
        member._value_ = code
        member.status = status
        return member

    MALFORMED = "malformed", HTTPStatus.BAD_REQUEST
    TOKEN_MISSING = "token-missing", HTTPStatus.UNAUTHORIZED
    TOKEN_INVALID = "token-invalid", HTTPStatus.UNAUTHORIZED
    TOKEN_EXPIRED = "token-expired", HTTPStatus.UNAUTHORIZED
    SESSION_ENDED = "session-ended", HTTPStatus.UNAUTHORIZED
    REFRESH_INVALID = "refresh-invalid", HTTPStatus.UNAUTHORIZED
    SIGN_IN_REFUSED = "sign-in-refused", HTTPStatus.UNAUTHORIZED
    IDENTITY_INVALID = "identity-invalid", HTTPStatus.UNAUTHORIZED
    STAFF_ONLY = "staff-only", HTTPStatus.FORBIDDEN
    ACCOUNT_SUSPENDED = "account-suspended", HTTPStatus.FORBIDDEN
    SCOPE_MISSING = "scope-missing", HTTPStatus.FORBIDDEN
    NOT_HOST = "not-host", HTTPStatus.FORBIDDEN
    NOT_ORGANIZER = "not-organizer", HTTPStatus.FORBIDDEN
    NOT_SEATED = "not-seated", HTTPStatus.FORBIDDEN
    NOT_FOR_BOTS = "not-for-bots", HTTPStatus.FORBIDDEN
    NOT_FOR_GUESTS = "not-for-guests", HTTPStatus.FORBIDDEN
    SILENCED = "silenced", HTTPStatus.FORBIDDEN
    NOT_YOUR_SEAT = "not-your-seat", HTTPStatus.FORBIDDEN
    NOT_ADMITTED = "not-admitted", HTTPStatus.FORBIDDEN
    KICKED = "kicked", HTTPStatus.FORBIDDEN
    CANNOT_INVITE = "cannot-invite", HTTPStatus.FORBIDDEN
    RATING_TOO_LOW = "rating-too-low", HTTPStatus.FORBIDDEN
    RATING_TOO_HIGH = "rating-too-high", HTTPStatus.FORBIDDEN
    NO_SUCH_ROUTE = "no-such-route", HTTPStatus.NOT_FOUND
    NO_SUCH_ACCOUNT = "no-such-account", HTTPStatus.NOT_FOUND
    NO_SUCH_SESSION = "no-such-session", HTTPStatus.NOT_FOUND
    NO_SUCH_API_TOKEN = "no-such-api-token", HTTPStatus.NOT_FOUND
    NO_SUCH_BOT = "no-such-bot", HTTPStatus.NOT_FOUND
    NO_SUCH_KIND = "no-such-kind", HTTPStatus.NOT_FOUND
    NO_SUCH_TABLE = "no-such-table", HTTPStatus.NOT_FOUND
    NO_SUCH_CODE = "no-such-code", HTTPStatus.NOT_FOUND
    NO_SUCH_INVITATION = "no-such-invitation", HTTPStatus.NOT_FOUND
    NO_SUCH_GAME = "no-such-game", HTTPStatus.NOT_FOUND
    NO_SUCH_SEAT = "no-such-seat", HTTPStatus.NOT_FOUND
    NO_SUCH_TOURNAMENT = "no-such-tournament", HTTPStatus.NOT_FOUND
    NO_SUCH_ROUND = "no-such-round", HTTPStatus.NOT_FOUND
    NO_SUCH_TICKET = "no-such-ticket", HTTPStatus.NOT_FOUND
    NO_SUCH_LEADERBOARD = "no-such-leaderboard", HTTPStatus.NOT_FOUND
    NO_SUCH_REPORT = "no-such-report", HTTPStatus.NOT_FOUND
    NO_SUCH_MESSAGE = "no-such-message", HTTPStatus.NOT_FOUND
    NO_SUCH_COMMAND = "no-such-command", HTTPStatus.NOT_FOUND
    NO_SUCH_ANALYSIS = "no-such-analysis", HTTPStatus.NOT_FOUND
    NO_SUCH_DEVICE = "no-such-device", HTTPStatus.NOT_FOUND
    METHOD_NOT_ALLOWED = "method-not-allowed", HTTPStatus.METHOD_NOT_ALLOWED
    NOT_ACCEPTABLE = "not-acceptable", HTTPStatus.NOT_ACCEPTABLE
    VERSION_CONFLICT = "version-conflict", HTTPStatus.CONFLICT
    GAME_OVER = "game-over", HTTPStatus.CONFLICT
    HANDLE_TAKEN = "handle-taken", HTTPStatus.CONFLICT
    HANDLE_ALREADY_SET = "handle-already-set", HTTPStatus.CONFLICT
    IDENTITY_TAKEN = "identity-taken", HTTPStatus.CONFLICT
    TOO_MANY_API_TOKENS = "too-many-api-tokens", HTTPStatus.CONFLICT
    TOO_MANY_BOTS = "too-many-bots", HTTPStatus.CONFLICT
    BOT_DOES_NOT_ACCEPT = "bot-does-not-accept", HTTPStatus.CONFLICT
    ALREADY_SEATED = "already-seated", HTTPStatus.CONFLICT
    SEAT_TAKEN = "seat-taken", HTTPStatus.CONFLICT
    NO_BOT_THERE = "no-bot-there", HTTPStatus.CONFLICT
    TABLE_FULL = "table-full", HTTPStatus.CONFLICT
    TABLE_NOT_OPEN = "table-not-open", HTTPStatus.CONFLICT
    SEATS_OPEN = "seats-open", HTTPStatus.CONFLICT
    SEATS_IN_USE = "seats-in-use", HTTPStatus.CONFLICT
    NOT_EVERYBODY_READY = "not-everybody-ready", HTTPStatus.CONFLICT
    TABLE_WORN_OUT = "table-worn-out", HTTPStatus.CONFLICT
    COLOUR_TAKEN = "colour-taken", HTTPStatus.CONFLICT
    PLAYER_NOT_SEATED = "player-not-seated", HTTPStatus.CONFLICT
    ALREADY_AT_TABLE = "already-at-table", HTTPStatus.CONFLICT
    INVITATION_OVER = "invitation-over", HTTPStatus.CONFLICT
    INVITATION_DECLINED = "invitation-declined", HTTPStatus.CONFLICT
    TOO_MANY_INVITATIONS = "too-many-invitations", HTTPStatus.CONFLICT
    GAME_NOT_OVER = "game-not-over", HTTPStatus.CONFLICT
    TABLE_IS_SILENT = "table-is-silent", HTTPStatus.CONFLICT
    PLAYER_BLOCKED = "player-blocked", HTTPStatus.CONFLICT
    THAT_IS_YOU = "that-is-you", HTTPStatus.CONFLICT
    TOO_MANY_FRIENDS = "too-many-friends", HTTPStatus.CONFLICT
    TOO_MANY_BLOCKS = "too-many-blocks", HTTPStatus.CONFLICT
    TOO_MANY_TIES = "too-many-ties", HTTPStatus.CONFLICT
    TOO_MANY_TICKETS = "too-many-tickets", HTTPStatus.CONFLICT
    TOO_MANY_TOURNAMENTS = "too-many-tournaments", HTTPStatus.CONFLICT
    ENTRY_CLOSED = "entry-closed", HTTPStatus.CONFLICT
    TOURNAMENT_FULL = "tournament-full", HTTPStatus.CONFLICT
    NOT_ENTERED = "not-entered", HTTPStatus.CONFLICT
    TOO_FEW_PLAYERS = "too-few-players", HTTPStatus.CONFLICT
    TICKET_TAKEN = "ticket-taken", HTTPStatus.CONFLICT
    CHANNEL_OFF = "channel-off", HTTPStatus.CONFLICT
    IDEMPOTENCY_KEY_IN_USE = "idempotency-key-in-use", HTTPStatus.CONFLICT
    LEAVE_USED_UP = "leave-used-up", HTTPStatus.CONFLICT
    SEAT_CONCEDED = "seat-conceded", HTTPStatus.CONFLICT
    ALREADY_HANDED_OVER = "already-handed-over", HTTPStatus.CONFLICT
    SEAT_NOT_AWAY = "seat-not-away", HTTPStatus.CONFLICT
    TURN_TIMED_OUT = "turn-timed-out", HTTPStatus.CONFLICT
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back", HTTPStatus.CONFLICT
    TAKEBACK_AFTER_REVEAL = "takeback-after-reveal", HTTPStatus.CONFLICT
    OFFER_STANDS = "offer-stands", HTTPStatus.CONFLICT
    NO_SUCH_OFFER = "no-such-offer", HTTPStatus.CONFLICT
    ALREADY_AGREED = "already-agreed", HTTPStatus.CONFLICT
    HINTS_OFF = "hints-off", HTTPStatus.CONFLICT
    HINTS_USED_UP = "hints-used-up", HTTPStatus.CONFLICT
    KIND_NOT_SEARCHED = "kind-not-searched", HTTPStatus.CONFLICT
    BODY_TOO_LARGE = "body-too-large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type", HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    IDEMPOTENCY_KEY_REUSED = "idempotency-key-reused", HTTPStatus.UNPROCESSABLE_ENTITY
    EMAIL_CODE_INVALID = "email-code-invalid", HTTPStatus.UNPROCESSABLE_ENTITY
    NOT_YOURSELF = "not-yourself", HTTPStatus.UNPROCESSABLE_ENTITY
    NO_SUCH_COLOUR = "no-such-colour", HTTPStatus.UNPROCESSABLE_ENTITY
    TOO_MANY_COLOURS = "too-many-colours", HTTPStatus.UNPROCESSABLE_ENTITY
    INVALID_TOURNAMENT = "invalid-tournament", HTTPStatus.UNPROCESSABLE_ENTITY
    INVALID_OPTIONS = "invalid-options", HTTPStatus.UNPROCESSABLE_ENTITY
    UPGRADE_REQUIRED = "upgrade-required", HTTPStatus.UPGRADE_REQUIRED
    TOO_MANY_REQUESTS = "too-many-requests", HTTPStatus.TOO_MANY_REQUESTS
    INTERNAL_ERROR = "internal-error", HTTPStatus.INTERNAL_SERVER_ERROR
    GAME_PARKED = "game-parked", HTTPStatus.SERVICE_UNAVAILABLE
    ISSUER_UNREACHABLE = "issuer-unreachable", HTTPStatus.SERVICE_UNAVAILABLE
    UNAVAILABLE = "unavailable", HTTPStatus.SERVICE_UNAVAILABLE
    NOT_ANSWERED_YET = "not-answered-yet", HTTPStatus.SERVICE_UNAVAILABLE


def is_ours(code: str) -> bool:
    """Whether it is a `Code`; else it is a slug of a kind's rules."""
    return code in Code.__members__.values()
