"""What a list of ratings is kept under."""

from typing import NamedTuple


class Keys(NamedTuple):
    """One list's, in one slot; `ratings.lua` says what each is."""

    head: str
    skills: str
    results: str
    order: str
    board: str
    untold: str

    @classmethod
    def of(cls, list_id: str) -> "Keys":
        return cls(*(f"{{ratings:{list_id}}}:{name}" for name in cls._fields))
