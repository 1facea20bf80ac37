"""What people may write for others to read."""

import unicodedata

from shared.api.problem import Flaw, malformed

JOINERS = frozenset("\u200c\u200d")
"""Invisible, but some scripts need them, and so do signs that are put together of several."""
STACKED = 4
"""Marks that may stand on one letter."""


def visible_text(text: str, path: str) -> str:
    """Raises `malformed` for what is empty, does not show, or turns, hides or covers what stands around it."""
    shown = unicodedata.normalize("NFC", text).strip()
    if not shown or any(map(_hides, shown)) or _covers(shown) or not any(map(_shows, shown)):
        raise malformed(Flaw.INVISIBLE_TEXT, path)
    return shown


def _hides(sign: str) -> bool:
    """
    >>> [_hides(sign) for sign in "a \\n\\u202e\\u200d\\u2028"]
    [False, False, True, True, False, True]
    """
    category = unicodedata.category(sign)
    return sign not in JOINERS and (category.startswith("C") or category in ("Zl", "Zp"))


def _shows(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS"


def _covers(text: str) -> bool:
    stacked = 0
    for sign in text:
        stacked = stacked + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if stacked > STACKED:
            return True
    return False
