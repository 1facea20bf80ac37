"""`python -m tests.fuzz` writes the corpus: for each decoder what it reads when all is well, as files to begin from.

What once broke a decoder is put beside these by hand, and named by what it is.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from services.lobby.accounts.refresh import Given, Seal
from shared.api.apitokens import TokenParts, text_of
from shared.api.inbox import GameNews
from shared.games.kinds import KINDS
from shared.games.rules import Seat, wire
from shared.log.archive import packer
from shared.log.commands import Answer, LiveMessage, Reply, Sent, encode, pack
from shared.log.feed import feed_item
from shared.log.game import fold
from tests.engine.finished import finished, playing
from tests.engine.play import options_of
from tests.fuzz.decoders import DECODERS, TOKENS

CORPUS = Path(__file__).with_name("corpus")
ULID = "01JD2Q0V9Y3M8E5X7K4T6R1ZAB"
LOG = finished("floor")
CURSORS = {
    "cursor-inbox": f"{ULID}.17",
    "cursor-home": f"0~1700000000000~5~g_{ULID}",
    "cursor-games": f"1700000000000.g_{ULID}",
    "cursor-tables": f"1700000000000~g_{ULID}",
    "cursor-boards": f"1200~a_{ULID}",
    "cursor-friends": f"1700000000000~a_{ULID}",
    "cursor-tournaments": f"1700000000000~c_{ULID}",
    "cursor-audit": "1700000000000-0",
    "cursor-reports": "20",
    "invitation": f"i_{ULID}_3",
    "idempotency-key": f'"{ULID}"',
    "accept": "application/msgpack;q=0.5, text/*, */*;q=0.1",
    "accept-language": "fr-CA, ja;q=0.8, *;q=0.1",
    "accept-encoding": "br;q=0.5, gzip, zstd;q=0",
    "if-none-match": '"17", W/"18-0"',
    "prefer": 'respond-async, wait="5"',
    "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT",
    "settings": "partitions=64",
    "identity-token": "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2EuZXhhbXBsZSJ9.c2ln",
}


def _packed() -> Iterator[tuple[str, bytes]]:
    game = fold("g_1", LOG[:3])
    sent = Sent("c-1", "g_1", "a_0", 0, pack(game.rules.legal(game.state, Seat(game.awaited()[0]))[0]), 3)
    yield "entry", LOG[1]
    yield "log", LOG[1]
    yield "verdict", LOG[1]
    yield "archive", packer().pack("g_1", "floor", LOG)
    yield "command", encode(sent)
    yield "answer", encode(Answer("c-1", 3, "suit-already-in-trick", {"suit": "a"}, 0))
    yield "replies", encode((Reply("g_1", Answer("c-1", 4), LOG[3]),))
    yield "live", encode(LiveMessage(2, LOG[1:3]))
    yield "feed", encode(feed_item(game))
    yield "news", encode(GameNews("g_1", 7, 1000, 5000, True, False))
    yield "delivery", encode({"t": 1})
    yield "socket-packed", encode({"type": "subscribe", "game": "g_1", "after": 3})
    yield "body-msgpack", encode({"id": "c-1", "do": {"type": "play-card", "card": "a4"}, "expect": 3})


def _json() -> Iterator[tuple[str, Any]]:
    yield (
        "socket-text",
        {"type": "command", "game": "g_1", "id": "c-1", "do": {"type": "play-card", "card": "a4"}},
    )
    yield "body-json", {"id": "c-1", "do": {"type": "play-card", "card": "a4"}, "expect": 3}
    yield "apns-answer", {"reason": "BadDeviceToken"}
    yield "fcm-answer", {"error": {"status": "NOT_FOUND", "details": [{"errorCode": "UNREGISTERED"}]}}
    for kind in KINDS:
        game = playing(kind, 5).game
        moves = [move for seat in game.seats for move in game.rules.legal(game.state, Seat(seat))]
        yield f"wish-{kind}", {"type": wire(moves[0])["type"], **msgspec.structs.asdict(moves[0])}
        yield f"options-{kind}", options_of(kind)


def _tokens() -> Iterator[tuple[str, str]]:
    yield "access-token", TOKENS.mint("a_1", 4_000_000_000, session="s_1", language="ja")[0]
    yield "api-token", text_of(TokenParts(f"a_{ULID}", f"k_{ULID}", "not-a-secret"))
    yield "refresh-token", Seal(b"k" * 32).write(Given(f"a_{ULID}", f"s_{ULID}", bytes(32)))


def seeds() -> Mapping[str, bytes]:
    texts = {**CURSORS, **dict(_tokens())}
    documents = {name: msgspec.json.encode(value) for name, value in _json()}
    return {**dict(_packed()), **documents, **{name: text.encode() for name, text in texts.items()}}


if __name__ == "__main__":
    made = seeds()
    assert {*made} == {*DECODERS}, f"no seed: {sorted({*DECODERS} ^ {*made})}"
    for name, content in made.items():
        (CORPUS / name).mkdir(parents=True, exist_ok=True)
        (CORPUS / name / "good").write_bytes(content)
