"""The header fields of requests and answers, as the API's description names them."""

from typing import Any

from shared.api.caps import CAPS, Cap
from shared.api.idempotency import FORM, HEADER, REPLAYED

Json = dict[str, Any]

LANGUAGE = "Content-Language"
"""Of every answer with texts for people."""


def _text(description: str, **schema: Any) -> Json:
    return {"description": description, "schema": {"type": "string", **schema}}


def _seconds(description: str) -> Json:
    return {"description": description, "schema": {"type": "integer", "minimum": 0}}


ANSWERED: Json = {
    "ETag": _text("This state, to be sent back as If-None-Match.", examples=['W/"18-0"']),
    "Vary": _text("What else would have changed the answer."),
    LANGUAGE: {"required": True, **_text("Of the texts in it.", enum=["en", "fr", "ja", "ko"])},
    "Location": _text("Where to ask for what became of it."),
    "Retry-After": _seconds("Seconds to wait before the same is sent again."),
    "RateLimit-Policy": _text(
        "The limit that is nearest: its name in `GET /v1/limits`, how many, in how many seconds.",
        examples=['"writes";q=60;w=3'],
    ),
    "RateLimit": _text(
        "How many more may follow at once, and in how many seconds all of them.",
        examples=['"writes";r=59;t=1'],
    ),
    "Preference-Applied": _text("The wait that was applied.", examples=["wait=5"]),
    "Upgrade": _text("What to open here instead.", const="websocket"),
    "WWW-Authenticate": _text("What token is needed.", examples=["Bearer"]),
    REPLAYED: _text("The answer to an earlier request with the same key.", const="true"),
}
"""Of answers."""

ASKED: Json = {
    HEADER: {
        "name": HEADER,
        "in": "header",
        "required": False,
        **_text(
            "Made by the client, anew for each wish. Sent again with the same request within a day, it gets the "
            "first answer again. Bare, or quoted as the draft standard has it.",
            pattern=rf'^(?:{FORM.pattern}|"{FORM.pattern}")$',
            examples=["01JD2Q0V9Y3M8E5X7K4T6R1ZAB"],
        ),
    },
    "Prefer": {
        "name": "Prefer",
        "in": "header",
        "required": False,
        **_text(
            f"`wait=5`: how many seconds (up to {CAPS[Cap.WAIT_S]}) to wait for what others have to do; then comes 202.",
            examples=["wait=5"],
        ),
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        **_text("The ETag of what the client has: 304 if that is still right.", examples=['W/"18-0"']),
    },
    "Accept-Language": {
        "name": "Accept-Language",
        "in": "header",
        "required": False,
        **_text("Of texts for people: en, fr, ja, ko.", examples=["ko, en;q=0.5"]),
    },
}
"""Of requests."""


def answered(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def perhaps(*names: str) -> Json:
    """Fields that an answer has only if it was asked so."""
    return {
        name: {key: value for key, value in ANSWERED[name].items() if key != "required"} for name in names
    }


def asked(*names: str) -> list[Json]:
    return [{"$ref": f"#/components/parameters/{name}"} for name in names]
