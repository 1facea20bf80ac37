"""Checks an exported game without any of the server's code: `python verify.py game.json [head]`.

The game must have ended; `head` is its last hash, if you noted it down. `fair-deals.md` tells what is checked and why.
Exit status: 0 fair, 1 not fair, 2 no export."""

import base64
import hashlib
import hmac
import io
import itertools
import json
import struct
import sys
from collections import defaultdict

SIZES = dict(zip((0xC4, 0xC5, 0xC6, *range(0xD9, 0xE0)), "BHIBHIHIHI", strict=True))
NUMBERS = dict(zip(range(0xCA, 0xD4), "fdBHIQbhiq", strict=True))


class Packed:
    """A MessagePack reader: enough for entries."""

    def __init__(self, data):
        self.data = io.BytesIO(data)

    def take(self, form):
        return struct.unpack(">" + form, self.data.read(struct.calcsize(">" + form)))[0]

    def value(self):
        tag = self.take("B")
        if tag <= 0x7F or tag >= 0xE0:
            return tag if tag <= 0x7F else tag - 256
        if tag in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[tag]
        if tag in NUMBERS:
            return self.take(NUMBERS[tag])
        size = self.take(SIZES[tag]) if tag in SIZES else tag & (0x1F if 0xA0 <= tag <= 0xBF else 0x0F)
        if 0xA0 <= tag <= 0xBF or 0xC4 <= tag <= 0xDB:
            text = self.take(f"{size}s")
            return text if 0xC4 <= tag <= 0xC6 else text.decode()
        if 0x80 <= tag <= 0x8F or tag >= 0xDE:
            return {self.value(): self.value() for _ in range(size)}
        return [self.value() for _ in range(size)]


def draw_key(secret, game, contributions):
    parts = [text.encode() for text in (game, *contributions)]
    return hmac.digest(secret, b"".join(len(part).to_bytes(2, "big") + part for part in parts), "sha256")


def drawn(key, number, purpose, items, limit, out):
    """What a draw has to give; `out` only says how many numbers below a limit."""
    head = number.to_bytes(8, "big") + purpose.encode() + b"\0"
    blocks = (hmac.digest(key, head + block.to_bytes(4, "big"), "sha256") for block in itertools.count())
    words = (word for block in blocks for word in struct.unpack(">4Q", block))

    def below(limit):
        return next(word for word in words if word < 2**64 // limit * limit) % limit

    order = sorted(items) if items is not None else [below(limit) for _ in out]
    for i in range(len(items or ()) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


TYPES = ("boy", "father", "girl", "grandma", "grandpa", "lost_child", "mother")


class Used:
    """Pairs of what was drawn and what the rules and the events say, for all that can be told from one entry alone."""

    def __init__(self, draws, events, opening, first):
        self.outs, self.told = defaultdict(lambda: [[]]), defaultdict(list)
        self.first, self.players, self.options = first, opening["players"], opening["options"]
        self.asked, self.drawn = [], [(purpose, limit) for _, purpose, _, limit, _ in draws]
        for _, purpose, _, _, out in draws:
            self.outs.setdefault(purpose, []).append(list(out))
        for tag, *fields in events:
            self.told[tag].append(fields)

    def pairs(self, kind):
        """Last of all: no draw may be there but those that the rules ask for."""
        yield from getattr(self, kind)()
        yield self.drawn, self.asked

    def ask(self, *purposes, below=None):
        self.asked += [(purpose, below) for purpose in purposes]

    def floor(self):
        for dealer, markers, hands, later, *automas in self.told["dealt"]:
            (automa, under), dealt = (*automas, [], [])[:2], sum(hands, [])
            rest, hidden = sum(later, []) + under, [card for card in automa if card != "OPERATOR"]
            self.ask(*["dealer"] * self.first, below=self.players)
            self.ask("markers", below=6)
            self.ask("deck", *["automa"] * (hidden != automa))
            floors = [face + 1 for face in self.outs["markers"][0]]
            yield (self.outs["dealer"][0] or [dealer]) + floors, [dealer, *sum(markers, [])]
            deck, at, end = self.outs["deck"][0], len(dealt), len(dealt) + len(hidden)
            yield deck[:at] + sorted(deck[at:end]) + deck[end:][: len(rest)], dealt + sorted(hidden) + rest
            yield self.outs["automa"][0] or deck[at:end], automa
            suits = "SHDC" if self.options.get("deck") == "standard" else "abcdef"
            ranks = range(1, max(self.players, 3) * 12 // len(suits) + 1)
            yield sorted(deck), sorted(f"{suit}{rank}" for suit in suits for rank in ranks)

    def eddie(self):
        figures = self.options["set"]
        for hands, piles in self.told["dealt"]:
            self.ask("deal")
            dealt = sum((hand + pile for hand, pile in zip(hands, piles, strict=True)), [])
            yield self.outs["deal"][0], dealt
            numbers = [str(number) for number, count in enumerate(figures["numbers"]) for _ in range(count)]
            yield sorted(dealt), sorted(numbers + ["STOP", "GO"] * 5)
        for (order,) in self.told["tiles-mixed"]:
            self.ask("tiles")
            yield sorted(order), sorted(map(" ".join, figures["tiles"]))
        yield self.outs.get("tiles", []), [order for (order,) in self.told["tiles-mixed"]]

    def elevators(self):
        for families, order, *three in self.told["began"]:
            self.ask("families", "elevators", *["out"] * bool(three))
            self.ask("start", below=self.players)
            colours, (neutral, out) = self.outs["families"][0], three or (None, None)
            picked = sum(self.options.get("colours", []), [])
            yield sorted(colours), [colour for colour in "bgnry" if colour not in picked]
            mine = [colour for colour in sum(families, []) if colour in colours] + [neutral] * bool(three)
            yield colours[: len(mine)] + [int(line) for line in self.outs["elevators"][0]], mine + order
            yield sorted(self.outs["out"][0]), [f"{neutral}.{type_}" for type_ in TYPES] * bool(three)
            yield (
                self.outs["out"][0][:1] + self.outs["start"][0],
                [out] * bool(three) + [self.told["dealt"][0][1]],
            )
        for _, _, hands, *_ in self.told["dealt"]:
            drawn, dealt = self.outs["hand"], sum(hands, [])
            self.ask(*["hand"] * (4 if self.players == 2 else self.players))
            yield sum((cards[: len(dealt) // len(drawn)] for cards in drawn), []), dealt
            for cards in drawn:
                yield sorted(cards), [f"{cards[0][0]}.{type_}" for type_ in TYPES]
        for _, colour, card in self.told["redrawn"]:
            self.ask("redraw")
            yield self.outs["redraw"][0][:1], [card]
            yield (
                sorted(self.outs["redraw"][0]),
                [f"{colour}.{type_}" for type_ in TYPES if type_ != "lost_child"],
            )
        for people, decks in self.told["lined-up"]:
            yield self.lined_up(), people + sum(decks, [])

    def lined_up(self):
        """The first of the lines and then the rest; cards are shuffled again only when one may not stand there."""
        self.ask("stack")
        again, people, stack = iter(self.outs.get("again", [])), [], self.outs["stack"][0]
        while len(people) < 3:
            types = {card.split(".")[1] for card in (*people, *stack[:1])}
            if "lost_child" not in types and (len(people) < 2 or len(types) > 1):
                people, stack = people + stack[:1], stack[1:]
                continue
            self.ask("again")
            before, stack = stack, next(again, [])
            if sorted(before) != sorted(stack) or not stack:
                return []
        return people + stack


def faults(export, head=None):
    """Everything that is wrong, in words."""
    game, entries, draws, whole = export["game"], export["entries"], 0, True
    raw = [base64.b64decode(entry["raw"]) for entry in entries]
    read = [(*Packed(data).value(), *[None] * 8)[:8] for data in raw]
    opening, secret = read[0][6], bytes.fromhex(read[-1][7] or "")
    if hashlib.sha256(secret).hexdigest() != opening["commitment"]:
        yield "the secret is not the one that was committed to"
    key, before = draw_key(secret, game, opening["contributions"]), hashlib.sha256(game.encode()).digest()
    for place, (entry, data, fields) in enumerate(zip(entries, raw, read, strict=True), 1):
        if entry["version"] != place:
            yield f"entry {entry['version']} stands where entry {place} should: one is missing or moved"
        if whole and fields[3] != int.from_bytes(before[:4], "big"):
            whole = False
            yield f"entry {place} does not follow the one before it: one was changed, moved or left out"
        before = hashlib.sha256(before + data).digest()
        made = [(*draw, *[None] * 5)[:5] for draw in fields[5] or ()]
        for number, purpose, items, limit, out in made:
            if number != draws:
                yield f"entry {place}: draw {draws} is missing, here is draw {number}"
            if list(out) != drawn(key, number, purpose, items, limit, out):
                yield f"entry {place}: draw {number} ({purpose}) did not come out of the secret"
            draws = number + 1
        used = Used(made, fields[4], opening, place == 1)
        if any(list(want) != list(got) for want, got in used.pairs(opening["kind"])):
            yield f"entry {place}: the events are not what was drawn"
    if whole and before.hex() != (head or export["head"]):
        yield "the chain does not end in the hash that was noted: an entry at the end was changed or left out"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            game = json.load(file)
        found = list(faults(game, *sys.argv[2:3]))
    except Exception as error:
        sys.exit(print(f"this is not the export of a game that has ended: {error!r}") or 2)
    print("\n".join(found) or f"fair: {len(game['entries'])} entries, head {game['head']}")
    sys.exit(bool(found))
