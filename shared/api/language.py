"""In which language an answer speaks: the one that the account has chosen, else the one that the request accepts."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from litestar.connection import ASGIConnection

from shared.api.media import ranges
from shared.seeds import DEFAULT_LANGUAGE, Texts

AnyConnection = ASGIConnection[Any, Any, Any, Any]

CHOSEN = "chosen_language"
"""Where in a request's state the guard that reads the token leaves the account's own language."""
SPOKEN = "spoken_language"
"""Where in a request's state its answer's language waits for the head."""

SPEAKING = "Accept, Accept-Language, Authorization"
"""What an answer with texts depends on, for its Vary."""


def speak(connection: AnyConnection) -> str:
    """The language of the answer, which then says so in its Content-Language."""
    state = _state(connection)
    texts: Texts = connection.app.state.texts
    chosen = state.get(CHOSEN)
    if chosen not in texts.languages:
        chosen = best_language(connection.headers.get("accept-language", ""), texts.languages)
    state[SPOKEN] = chosen
    return chosen


def spoken_in(state: Mapping[str, Any]) -> dict[str, str]:
    """The fields of an answer that has texts for people, from its request's state."""
    return {"content-language": state[SPOKEN], "vary": SPEAKING} if SPOKEN in state else {}


def choose_language(connection: AnyConnection, language: str | None) -> None:
    """Makes an account's own language that of its answers; `None` leaves it to the request."""
    _state(connection)[CHOSEN] = language


def _state(connection: AnyConnection) -> dict[str, Any]:
    return cast("dict[str, Any]", connection.scope).setdefault("state", {})


def best_language(accept_language: str, languages: Sequence[str]) -> str:
    """What an Accept-Language header likes best of what we have; a region falls back on its language (RFC 4647, 3.4).

    >>> have = ["en", "fr", "ja", "ko"]
    >>> best_language("fr-CA, ja;q=0.8", have), best_language("de, ko;q=0.2, ja; q=0.7", have)
    ('fr', 'ja')
    >>> best_language("de", have), best_language("*", have), best_language("en;q=0, *", have)
    ('en', 'en', 'fr')
    """
    return _best_language(accept_language, tuple(languages))


@lru_cache(256)
def _best_language(accept_language: str, languages: tuple[str, ...]) -> str:
    wanted = sorted(ranges(accept_language), key=lambda pair: -pair[1])
    refused = {tag for tag, quality in wanted if quality <= 0}
    offers = sorted((tag for tag in languages if tag not in refused), key=DEFAULT_LANGUAGE.__ne__)
    for tag, _ in wanted:
        if found := _lookup(tag, offers):
            return found
    return DEFAULT_LANGUAGE


def _lookup(tag: str, offers: Sequence[str]) -> str | None:
    if tag == "*":
        return next(iter(offers), None)
    while tag:
        if tag in offers:
            return tag
        tag = tag.rpartition("-")[0]
    return None
