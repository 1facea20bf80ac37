"""Configuration: read from the environment once, typed, and printable without its secrets."""

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every value is `PATERNOSTER_<NAME>` in the environment; each has a default that works on one machine."""

    var: Path = Path("var")
    """Folder for data, sockets, logs and keys."""
    host: str = "127.0.0.1"
    port: int = 8080
    redis_url: str = ""
    """Valkey or Redis from version 7 on; empty for the embedded one below `var`. A cluster is named by some of its nodes:
    `redis+cluster://host:port,host:port`."""
    replicas: int = 0
    """How many replicas of a cluster's node must have a write before it is answered; 0 to wait for none."""
    broker_url: str = ""
    """Celery's broker, a single server; empty for database 1 of the same server, and needed beside a cluster."""
    partitions: int = 64
    trusted_proxies: str = ""
    """Addresses whose X-Forwarded-For is believed, separated by commas; empty for none."""
    lease_ms: int = 1600
    """A worker that was not heard of for so long loses its partitions."""
    worker_games: int = 5000
    """Games that a worker keeps in memory; another one is folded from its log when it is played."""
    token_key: str = ""
    """Signs access tokens; empty for one that is made once and kept below `var`."""
    limit_percent: int = 100
    """Scales the API's rates and its numbers of open streams, see `GET /v1/limits`; 0 switches them off."""
    oidc_issuers: str = ""
    """OpenID Connect issuers whose identity tokens sign people in, as URLs separated by commas; empty for none."""
    oidc_audience: str = ""
    """Our apps' client ids at these issuers, separated by commas: a token must be made for one of them."""
    socket_origins: str = ""
    """Web pages' origins that may open `/v1/socket`, beside the server's own, separated by commas; empty for all."""
    bot_think_ms: int = 300
    """How long a bot of level `hard` searches for each of its moves."""
    insight_simulations: int = 20_000
    """Simulations of the search for each decision of an analysis, and for a hint."""
    bot_webhook_ms: int = 5000
    """How long a bot's webhook has for each of its turns; then a built-in bot plays it."""
    archive_url: str = ""
    """Where finished games go: `s3://bucket/folder`, `gs://`, `az://`, `file:///`; empty for `archive` below `var`."""
    archive_after_h: int = 168
    """Hours after its end at which a game's log moves to the archive."""
    live_table_h: int = 2
    """Hours after its opening at which a table closes that nobody has started, its pace being live or none."""
    async_table_h: int = 336
    """The same for tables whose turns take days."""
    closed_table_h: int = 168
    """Hours for which a table is kept that closed without a game; others are kept until their game is archived."""
    leave_days: int = 30
    """Days of leave a year and account, on which its clocks in games by days stand still."""
    public_url: str = ""
    """Where people open the app, for links in mails; empty for none."""
    vapid_key: str = ""
    """Signs web push; `paternoster keys` makes one; empty: no web push."""
    vapid_contact: str = "mailto:operator@example.invalid"
    """Where push services can reach whoever runs this: `mailto:` or `https:`."""
    fcm_account: str = ""
    """File of the Firebase service account's key; empty: no FCM."""
    fcm_url: str = "https://fcm.googleapis.com"
    apns_key: str = ""
    """File of Apple's `.p8` key; empty: no APNs."""
    apns_key_id: str = ""
    apns_team: str = ""
    apns_topic: str = ""
    """The app's bundle id."""
    apns_url: str = "https://api.push.apple.com"
    apns_sandbox_url: str = "https://api.sandbox.push.apple.com"
    webhooks: bool = True
    smtp_url: str = ""
    """`smtp://user:password@host:587` (STARTTLS) or `smtps://...`; empty: no e-mail."""
    mail_from: str = "Paternoster <noreply@localhost>"
    notice_networks: str = ""
    """Networks beside the public ones that webhooks and web push may go to, separated by commas."""
    notice_ca: str = ""
    """File of further certificate authorities that all channels trust."""
    notice_again_s: float = 20.0
    """After so long a delivery that nothing was heard of is begun again."""
    metrics_host: str = "127.0.0.1"
    """Where a process serves its operators' address: `/metrics`, `/health/live`, `/health/ready`. Never a public one."""
    metrics_port: int = 0
    """Its port; 0: none. `make run` gives its programs this port and those after it."""
    drain_s: float = 0.0
    """How long a server that was told to end answers on connections it has; more than what proxies keep idle ones."""
    appendfsync: str = "always"
    """`always`: an answer means that the move is on disk. `everysec` may lose the last second or two."""

    def __post_init__(self) -> None:
        if self.replicas and not self.on_cluster:
            raise ValueError(
                "PATERNOSTER_REPLICAS needs a cluster, PATERNOSTER_REDIS_URL=redis+cluster://..."
            )

    @property
    def on_cluster(self) -> bool:
        return "+cluster:" in self.redis_url

    @property
    def valkey(self) -> str:
        if self.replicas:
            return f"{self.redis_url}?replicas={self.replicas}"
        return self.redis_url or f"unix://{(self.var / 'valkey.sock').resolve()}"

    @property
    def broker(self) -> str:
        if self.broker_url:
            return self.broker_url
        if self.on_cluster:
            raise ValueError("beside a cluster, PATERNOSTER_BROKER_URL must name a single server for Celery")
        if self.redis_url:
            return f"{self.redis_url.rstrip('/')}/1"
        return f"redis+socket://{(self.var / 'valkey.sock').resolve()}?virtual_host=1"

    def signing_key(self) -> bytes:
        """The key of access tokens, made at the first call where none is configured."""
        if self.token_key:
            return self.token_key.encode()
        path = self.var / "token.key"
        if not path.exists():
            _write_once(path, secrets.token_hex(32).encode())
        return path.read_bytes()

    def printable(self) -> dict[str, str]:
        """All values, secrets told only as set or not."""
        hidden = {"token_key", "redis_url", "broker_url", "vapid_key", "smtp_url"}
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        return {
            name: ("set" if value else "") if name in hidden else str(value) for name, value in values.items()
        }


def settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Raises `msgspec.ValidationError` naming the value that is wrong.

    What is not in the environment is looked for in the folder `PATERNOSTER_SECRETS`, one file a value, named as it is
    above: secrets in an environment are seen by whoever sees the process.
    """
    given = os.environ if environment is None else environment
    known = {
        name: value
        for name in Settings.__struct_fields__
        if (value := given.get(f"PATERNOSTER_{name.upper()}") or _kept(given, name)) is not None
    }
    return msgspec.convert({**known, "var": known.get("var", "var")}, Settings, strict=False, dec_hook=_path)


def _kept(environment: Mapping[str, str], name: str) -> str | None:
    """The value's file in the folder of secrets; an empty one in the environment, if there is none."""
    folder = environment.get("PATERNOSTER_SECRETS")
    if not folder or not (path := Path(folder) / name).is_file():
        return environment.get(f"PATERNOSTER_{name.upper()}")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise msgspec.ValidationError(f"{path}: {error.strerror}") from error


def _path(wanted: type, value: object) -> object:
    return wanted(value)


def _write_once(path: Path, content: bytes) -> None:
    """A whole file that only its owner may read, or the one that another process has just written."""
    own = path.with_suffix(f".{os.getpid()}")
    own.touch(mode=0o600)
    own.write_bytes(content)
    with contextlib.suppress(FileExistsError):
        os.link(own, path)
    own.unlink()
