"""Failures of what we call, as log lines may tell them."""

from pathlib import Path
from traceback import extract_tb


def described(error: BaseException) -> dict[str, str]:
    """An error's type and place. Its message stays out: a `KeyError` of the rules may name a card.

    >>> described(ValueError("b.girl"))
    {'error': 'ValueError', 'place': ''}
    """
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return {"error": type(error).__name__, "place": place}
