"""A backup: Valkey's own snapshot, taken over the wire as a replica takes it, and what lies beside it below `var`.

The snapshot is of one moment for all keys and costs no pause. It works with every server that lets us `SYNC`.
"""

import hashlib
import shutil
from pathlib import Path
from typing import Any, BinaryIO, cast

import click
import msgspec
from redis import Redis

from shared.log.connect import connect_plain
from shared.settings import Settings

SNAPSHOT = "valkey.rdb"
NOTE = "backup.json"
ARCHIVE = "archive"
KEY = "token.key"
CHUNK = 1 << 20
LONGEST_LINE = 64


class Made(msgspec.Struct, frozen=True):
    bytes: int
    sha256: str
    """Of the snapshot."""
    objects: int
    """Archived games beside it; none when the archive is elsewhere."""


def make(config: Settings, folder: Path) -> Made:
    """Raises `ClickException` when the folder is there already, and on a cluster, of which no moment is one for all nodes.

    The archive comes after the snapshot: what the snapshot says is archived then surely is.
    """
    if config.on_cluster:
        raise click.ClickException(
            "a cluster's nodes each keep their own files: back up those of every master"
        )
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError as cause:
        raise click.ClickException(f"{folder} is there already") from cause
    with connect_plain(config.valkey) as redis, (folder / SNAPSHOT).open("wb") as file:
        size, digest = snapshot(redis, file)
    objects = 0
    if (config.var / ARCHIVE).is_dir() and not config.archive_url:
        shutil.copytree(config.var / ARCHIVE, folder / ARCHIVE, ignore=shutil.ignore_patterns("*#*"))
        objects = sum(1 for _ in (folder / ARCHIVE).rglob("*.zst"))
    if (config.var / KEY).exists():
        shutil.copy2(config.var / KEY, folder / KEY)
    made = Made(size, digest, objects)
    (folder / NOTE).write_bytes(msgspec.json.encode(made))
    return made


def snapshot(redis: "Redis", file: BinaryIO) -> tuple[int, str]:
    """Size and SHA-256. A server answers `SYNC` with its snapshot, `$<bytes>` first, and would then go on for ever."""
    connection: Any = cast(Any, redis).connection_pool.make_connection()
    connection.connect()
    try:
        connection.send_command("SYNC")
        stream: BinaryIO = connection._sock.makefile("rb")  # the client has no name for it
        left = size = _announced(stream)
        digest = hashlib.sha256()
        while left:
            data = stream.read(min(left, CHUNK))
            if not data:
                raise ConnectionError("the server broke off its snapshot")
            left -= len(data)
            digest.update(data)
            file.write(data)
        return size, digest.hexdigest()
    finally:
        connection.disconnect()


def _announced(stream: BinaryIO) -> int:
    """Empty lines come while the server is still writing."""
    while (line := stream.readline(LONGEST_LINE).strip()) == b"":
        continue
    if not line.startswith(b"$") or not line[1:].isdigit():
        raise ConnectionError(f"the server gives no snapshot: {line.decode(errors='replace')}")
    return int(line[1:])


def lay(config: Settings, folder: Path) -> None:
    """Raises `ClickException` for a backup that is damaged, and where data lies already."""
    made = _checked(folder)
    if config.redis_url:
        raise click.ClickException(
            f"this server keeps its own files: stop it, give it {folder / SNAPSHOT} as its dump, start it"
        )
    data = config.var / "valkey"
    if data.exists() and any(data.iterdir()):
        raise click.ClickException(f"{data} holds data: move it away first")
    _lay_snapshot(folder / SNAPSHOT, data)
    if made.objects:
        shutil.copytree(folder / ARCHIVE, config.var / ARCHIVE, dirs_exist_ok=True)
    if (folder / KEY).exists() and not (config.var / KEY).exists():
        shutil.copy2(folder / KEY, config.var / KEY)


def _checked(folder: Path) -> Made:
    try:
        made = msgspec.json.decode((folder / NOTE).read_bytes(), type=Made)
        with (folder / SNAPSHOT).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, msgspec.MsgspecError) as cause:
        raise click.ClickException(f"{folder} is no whole backup") from cause
    if digest != made.sha256:
        raise click.ClickException(f"{folder / SNAPSHOT} is not as it was written")
    return made


def _lay_snapshot(snapshot: Path, data: Path) -> None:
    """As the base of an append-only file, which is what the embedded server starts from."""
    folder = data / "appendonlydir"
    folder.mkdir(parents=True, mode=0o700)
    shutil.copyfile(snapshot, folder / "appendonly.aof.1.base.rdb")
    (folder / "appendonly.aof.1.incr.aof").touch()
    (folder / "appendonly.aof.manifest").write_text(
        "file appendonly.aof.1.base.rdb seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n",
        encoding="utf-8",
    )
