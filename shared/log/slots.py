"""What a client of a cluster must know of a command: the slot of its keys, and whether it writes."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from redis.crc import key_slot

SCHEMES = {"redis+cluster": "redis", "rediss+cluster": "rediss", "valkey+cluster": "redis"}
"""What begins a cluster's URL, and the scheme of its nodes."""

KEYLESS = frozenset({"PING", "TIME", "INFO", "DBSIZE", "ECHO", "FUNCTION LIST", "CONFIG GET", "CLUSTER"})
"""Any node may answer."""
EVERYWHERE = frozenset({"FUNCTION LOAD", "SCRIPT LOAD", "SCRIPT EXISTS", "FLUSHALL", "CONFIG SET"})
"""For all masters."""
BY_KEY = {"MGET": "GET", "MSET": "SET", "DEL": "DEL", "UNLINK": "UNLINK", "EXISTS": "EXISTS"}
"""Commands that may be taken apart, and what each does for one key."""
_CALLS = frozenset({"FCALL", "FCALL_RO", "EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO"})
_READS = frozenset(
    {
        "GET",
        "MGET",
        "EXISTS",
        "STRLEN",
        "TTL",
        "PTTL",
        "TYPE",
        "FCALL_RO",
        "SPUBLISH",
        "XINFO STREAM",
        "CLUSTER",
    }
    | {"HGET", "HMGET", "HGETALL", "HEXISTS", "HKEYS", "HVALS", "HLEN", "HSCAN"}
    | {"SCARD", "SMEMBERS", "SISMEMBER", "SMISMEMBER", "SSCAN", "LRANGE", "LLEN", "LINDEX"}
    | {"XRANGE", "XREVRANGE", "XREAD", "XLEN", "XPENDING"}
    | {"ZCARD", "ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGE", "ZREVRANGEBYSCORE", "ZSCORE", "ZMSCORE"}
    | {"ZRANGEBYLEX", "ZLEXCOUNT", "ZRANK", "ZREVRANK", "ZSCAN"}
    | KEYLESS
)
"""What changes nothing that must be kept; a command that is not named here is taken to write."""

Arguments = Sequence[Any]


class Address(NamedTuple):
    host: str
    port: int

    @property
    def netloc(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class ManySlots(ValueError):
    """A command names keys of more than one slot, which no node can carry out at once."""


def is_cluster(url: str) -> bool:
    """
    >>> is_cluster("redis+cluster://a:7000,b:7000"), is_cluster("redis://a:6379")
    (True, False)
    """
    return url.partition("://")[0] in SCHEMES


def replicas_of(url: str) -> int:
    """How many replicas must have a write before it is answered.

    >>> replicas_of("redis+cluster://a:7000?replicas=1"), replicas_of("redis+cluster://a:7000")
    (1, 0)
    """
    return int(parse_qs(urlsplit(url).query).get("replicas", ["0"])[0])


def node_urls(url: str) -> dict[Address, str]:
    """The nodes that a cluster's URL names, each with a URL of its own.

    >>> list(node_urls("redis+cluster://me:pw@a:7000,b?replicas=1").values())
    ['redis://me:pw@a:7000', 'redis://me:pw@b:6379']
    """
    parts = urlsplit(url)
    login, at, hosts = parts.netloc.rpartition("@")
    addresses = [_address(host) for host in hosts.split(",") if host]
    if not addresses:
        raise ValueError("a cluster's URL names its nodes: redis+cluster://host:port,host:port")
    scheme = SCHEMES[parts.scheme]
    return {address: f"{scheme}://{login}{at}{address.netloc}" for address in addresses}


def _address(netloc: str) -> Address:
    parts = urlsplit(f"//{netloc}")
    return Address(parts.hostname or "", parts.port or 6379)


def name_of(arguments: Arguments) -> str:
    name = arguments[0]
    return name.decode().upper() if isinstance(name, bytes) else str(name).upper()


def keys_named(arguments: Arguments) -> Sequence[Any]:
    """The keys of a command of ours; empty for one that any node may answer.

    >>> keys_named(("XREAD", "COUNT", 5, "STREAMS", "a", "b", "0", "0"))
    ('a', 'b')
    >>> keys_named(("FCALL", "commit", 2, "f", "c", "argument"))
    ('f', 'c')
    """
    name = name_of(arguments)
    if name in KEYLESS:
        return ()
    if name in _CALLS:
        return arguments[3 : 3 + int(arguments[2])]
    if name == "XREAD":
        streams = arguments[[*map(_word, arguments)].index("STREAMS") + 1 :]
        return streams[: len(streams) // 2]
    if name in BY_KEY:
        return arguments[1 :: 2 if name == "MSET" else 1]
    return arguments[1:2]


def given(arguments: Arguments, word: str) -> int | None:
    """The number after a word of a command, if it is there.

    >>> given(("XREAD", "COUNT", 5, "STREAMS", "a", "0"), "COUNT")
    5
    """
    words = [*map(_word, arguments)]
    return int(arguments[words.index(word) + 1]) if word in words else None


def _word(argument: Any) -> str:
    return argument.decode("latin-1") if isinstance(argument, bytes) else str(argument)


def slot_of(arguments: Arguments) -> int | None:
    """The slot of a command's keys, `None` for one without; raises `ManySlots`."""
    slots = {slot_of_key(key) for key in keys_named(arguments)}
    if len(slots) > 1:
        raise ManySlots(f"{name_of(arguments)} names keys of {len(slots)} slots")
    return slots.pop() if slots else None


def slot_of_key(key: Any) -> int:
    """
    >>> slot_of_key("{p07}:commands") == slot_of_key(b"{p07}:feed")
    True
    """
    return key_slot(key if isinstance(key, bytes) else str(key).encode())


def by_key(arguments: Arguments) -> list[tuple[Any, ...]]:
    """A command of many keys as one for each.

    >>> by_key(("MSET", "a", 1, "b", 2))
    [('SET', 'a', 1), ('SET', 'b', 2)]
    """
    name = name_of(arguments)
    one = BY_KEY[name]
    if name == "MSET":
        return [(one, key, value) for key, value in zip(arguments[1::2], arguments[2::2], strict=True)]
    return [(one, key) for key in arguments[1:]]


def merged(arguments: Arguments, results: list[Any]) -> Any:
    """The answer of the whole from those of its parts."""
    match name_of(arguments):
        case "MGET":
            return results
        case "MSET":
            return True
        case _:
            return sum(results)


def writes(arguments: Arguments) -> bool:
    """Whether a command may change anything; an unknown one may."""
    return name_of(arguments) not in _READS


def beside(key: Any, name: str) -> str:
    """Another key on the same node.

    >>> beside("{p07}:log:g_1", "settled"), beside("limit:x", "settled")
    ('{p07}:settled', '{limit:x}:settled')
    """
    text = key.decode() if isinstance(key, bytes) else str(key)
    opened, closed = text.find("{"), text.find("}", text.find("{") + 2)
    tag = text[opened + 1 : closed] if opened >= 0 and closed > 0 else text
    return f"{{{tag}}}:{name}"


class SlotMap:
    """Who owns which slot, as one node knew it."""

    def __init__(self, shards: Iterable[Sequence[Any]], asked: Address) -> None:
        """`shards`: what `CLUSTER SLOTS` answers."""
        ranges = sorted((first, last, [_of(node, asked) for node in nodes]) for first, last, *nodes in shards)
        self._firsts = [first for first, _, _ in ranges]
        self._ranges = [(last, nodes[0]) for _, last, nodes in ranges]
        self._moved: dict[int, Address] = {}
        self.masters = list(dict.fromkeys(owner for _, owner in self._ranges))
        self.nodes = list(dict.fromkeys(node for _, _, nodes in ranges for node in nodes))

    def owner(self, slot: int) -> Address | None:
        """`None` for a slot that is nobody's."""
        if slot in self._moved:
            return self._moved[slot]
        at = bisect_right(self._firsts, slot) - 1
        if at < 0 or slot > self._ranges[at][0]:
            return None
        return self._ranges[at][1]

    def move(self, slot: int, owner: Address) -> None:
        """A node that was asked for a slot said whose it is."""
        self._moved[slot] = owner


def _of(node: Sequence[Any], asked: Address) -> Address:
    """A node that does not know its own name is the one that was asked."""
    host, port = node[0], int(node[1])
    name = host.decode() if isinstance(host, bytes) else str(host or "")
    return Address(asked.host if name in {"", "?"} else name, port)


def url_of(address: Address, urls: Mapping[Address, str]) -> str:
    """The URL of a node that another one named, with the login of those that the operator did."""
    if address in urls:
        return urls[address]
    scheme, _, rest = next(iter(urls.values())).partition("://")
    login, at, _ = rest.rpartition("@")
    return f"{scheme}://{login}{at}{address.netloc}"
