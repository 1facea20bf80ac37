"""ETags and If-None-Match: a phone that comes back asks whether anything changed.

Tags are weak, as the same version has several encodings and the same table several moments.
"""

import hashlib


def tag_of(state: str | int | bytes) -> str:
    """The tag of a version, or of an answer's bytes.

    >>> tag_of(18), tag_of("18-1"), tag_of(b"{}")
    ('W/"18"', 'W/"18-1"', 'W/"q_08c253c6e904303"')
    """
    if isinstance(state, bytes):
        state = f"q_{digest(state)}"
    return f'W/"{state}"'


def digest(content: bytes) -> str:
    """Stands for bytes in a tag."""
    return hashlib.blake2s(content, digest_size=8).hexdigest()[:15]


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Whether the client has what this tag stands for (weak comparison).

    >>> is_known('W/"18"', '"17", W/"18"'), is_known('W/"18"', "*"), is_known('W/"18"', 'W/"17"')
    (True, True, False)
    """
    if if_none_match is None:
        return False
    known = [part.strip().removeprefix("W/") for part in if_none_match.split(",")]
    return "*" in known or tag.removeprefix("W/") in known
