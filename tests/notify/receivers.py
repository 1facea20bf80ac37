"""The other ends of all channels: a push service, Google's and Apple's servers, a webhook's receiver, over TLS with HTTP/2;
and a mail server. Each checks what the real one checks, and keeps what it understood."""

import asyncio
import base64
import json
import os
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import http_ece
import jwt
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from hypercorn.asyncio import serve
from hypercorn.config import Config
from py_vapid import Vapid02
from standardwebhooks import Webhook as Signer

from services.notify.vapid import VapidKey, new_key
from shared.api.notices.targets import Apns, Fcm, Target, Webhook, WebPush
from shared.settings import Settings
from tests.e2e.stack import free_port

KEY_ID, TEAM, TOPIC, PROJECT = "KEY1234567", "TEAM123456", "org.example.paternoster", "paternoster-test"
CONTACT = "mailto:operator@example.org"


class Received(NamedTuple):
    """A message that was understood."""

    channel: str
    device: str
    collapse: str
    """What the service keeps one message of, or the id by which a receiver knows what it has."""
    payload: dict[str, Any]
    silent: bool = False
    head: Mapping[str, str] = MappingProxyType({})


class Browser:
    """The keys of a browser's subscription."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def public(self) -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def decrypt(self, body: bytes) -> dict[str, Any]:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(opened)


Answer = tuple[int, dict[str, str], dict[str, Any]]


@dataclass
class World:
    """Everybody at the other end. `trouble` are answers that a device gives first, by its name."""

    folder: Path
    port: int = field(default_factory=free_port)
    mail_port: int = field(default_factory=free_port)
    received: list[Received] = field(default_factory=list[Received])
    refused: list[str] = field(default_factory=list[str])
    """Requests that were not understood, and why."""
    trouble: dict[str, list[Answer]] = field(default_factory=dict[str, list[Answer]])
    down: bool = False
    tokens: list[str] = field(default_factory=list[str])
    """Access tokens that Google's server gave."""
    provider_tokens: set[str] = field(default_factory=set[str])
    versions: set[str] = field(default_factory=set[str])
    """Of HTTP, that Apple's and Google's servers were spoken to in."""

    def __post_init__(self) -> None:
        self.vapid = new_key()
        self.browsers: dict[str, Browser] = {}
        self.secrets: dict[str, str] = {}
        self.apple = ec.generate_private_key(ec.SECP256R1())
        self.google = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        authority = trustme.CA()
        self.certificate = authority.issue_cert("localhost", "127.0.0.1")
        authority.cert_pem.write_to_path(str(self.folder / "ca.pem"))
        self.certificate.private_key_pem.write_to_path(str(self.folder / "server.key"))
        for pem in self.certificate.cert_chain_pems:
            pem.write_to_path(str(self.folder / "server.pem"), append=True)
        pkcs8 = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (self.folder / "apple.p8").write_bytes(self.apple.private_bytes(*pkcs8))
        account = {
            "type": "service_account", "project_id": PROJECT, "private_key_id": "1",
            "private_key": self.google.private_bytes(*pkcs8).decode(),
            "client_email": f"push@{PROJECT}.iam.gserviceaccount.com", "client_id": "1",
            "token_uri": f"{self.url}/token",
        }  # fmt: skip
        (self.folder / "google.json").write_text(json.dumps(account))

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def values(self) -> dict[str, Any]:
        """Settings by which everything is reached, none of it on the network."""
        return {
            "vapid_key": self.vapid, "vapid_contact": CONTACT,
            "fcm_account": str(self.folder / "google.json"), "fcm_url": self.url,
            "apns_key": str(self.folder / "apple.p8"), "apns_key_id": KEY_ID, "apns_team": TEAM,
            "apns_topic": TOPIC, "apns_url": self.url, "apns_sandbox_url": f"{self.url}/sandbox",
            "smtp_url": f"smtp://localhost:{self.mail_port}", "mail_from": "Paternoster <noreply@example.org>",
            "notice_networks": "127.0.0.0/8,::1/128", "notice_ca": str(self.folder / "ca.pem"),
            "notice_again_s": 2.0, "public_url": "https://paternoster.example",
        }  # fmt: skip

    def config(self, var: Path) -> Settings:
        return Settings(var=var, **self.values())

    def environment(self) -> dict[str, str]:
        return {f"PATERNOSTER_{name.upper()}": str(value) for name, value in self.values().items()}

    def target(self, channel: str, name: str) -> Target:
        """A device that listens."""
        match channel:
            case "web-push":
                browser = self.browsers.setdefault(name, Browser())
                auth = base64.urlsafe_b64encode(browser.auth).rstrip(b"=").decode()
                return WebPush(f"{self.url}/push/{name}", browser.public, auth)
            case "fcm":
                return Fcm(f"fcm_token_of_a_device_{name}")
            case "apns":
                return Apns(name.encode().hex().rjust(64, "0"))
            case _:
                return Webhook(f"{self.url}/hook/{name}")

    def of(self, channel: str) -> list[Received]:
        return [one for one in self.received if one.channel == channel]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            part = await receive()
            if part["type"] == "http.disconnect":
                return  # the sender died in the middle
            body, more = body + part.get("body", b""), part.get("more_body", False)
        head = {name.decode(): value.decode() for name, value in scope["headers"]}
        status, headers, answer = self._answer(scope["path"], head, body, scope["http_version"])
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode() if answer else b""})

    def _answer(self, path: str, head: dict[str, str], body: bytes, version: str) -> Answer:
        place, _, name = path.strip("/").rpartition("/")
        if self.down:
            return 503, {}, {}
        if waiting := self.trouble.get(name):
            return waiting.pop(0)
        try:
            match place.split("/")[-1]:
                case "push":
                    return self._pushed(name, head, body)
                case "hook":
                    return self._hooked(name, head, body)
                case "device":
                    return self._apple(name, head, body, version)
                case "" if name == "token":
                    return self._token(body)
                case _:
                    return self._google(path, head, body, version)
        except Exception as error:
            self.refused.append(f"{path}: {type(error).__name__} {error}")
            return 400, {}, {}

    def _pushed(self, name: str, head: dict[str, str], body: bytes) -> Answer:
        """RFC 8030, 8291, 8292."""
        assert Vapid02.verify(head["authorization"])
        signed = dict(part.split("=", 1) for part in head["authorization"].split(" ", 1)[1].split(","))
        assert signed["k"] == VapidKey(self.vapid).public
        claims = jwt.decode(signed["t"], options={"verify_signature": False})
        assert claims["aud"] == self.url
        assert claims["sub"] == CONTACT
        assert time.time() < claims["exp"] < time.time() + 24 * 3600
        assert int(head["ttl"]) >= 0
        assert head["content-encoding"] == "aes128gcm"
        assert len(head["topic"]) <= 32
        assert len(body) <= 4096
        payload = self.browsers[name].decrypt(body)
        self._keep("web-push", name, head["topic"], payload, silent=head["urgency"] == "low", head=head)
        return 201, {"location": f"/message/{len(self.received)}"}, {}

    def _hooked(self, name: str, head: dict[str, str], body: bytes) -> Answer:
        payload = Signer(self.secrets[name]).verify(body, head)
        self._keep("webhook", name, head["webhook-id"], payload, silent=payload["type"] != "tell", head=head)
        return 204, {}, {}

    def _token(self, body: bytes) -> Answer:
        given = dict(part.split("=", 1) for part in body.decode().split("&"))
        claims = jwt.decode(
            given["assertion"],
            self.google.public_key(),
            ["RS256"],
            audience="https://oauth2.googleapis.com/token",
        )
        assert claims["scope"].endswith("firebase.messaging")
        self.tokens.append(f"ya29.{len(self.tokens)}")
        return 200, {"content-type": "application/json"}, {
            "access_token": self.tokens[-1], "expires_in": 3599, "token_type": "Bearer",
        }  # fmt: skip

    def _google(self, path: str, head: dict[str, str], body: bytes, version: str) -> Answer:
        assert path == f"/v1/projects/{PROJECT}/messages:send"
        self.versions.add(version)
        if head["authorization"] != f"Bearer {self.tokens[-1]}":
            return 401, {}, {"error": {"status": "UNAUTHENTICATED"}}
        message = json.loads(body)["message"]
        name = message["token"].removeprefix("fcm_token_of_a_device_")
        if waiting := self.trouble.get(name):
            return waiting.pop(0)
        assert all(isinstance(value, str) for value in message["data"].values())
        assert sum(len(key) + len(value.encode()) for key, value in message["data"].items()) <= 4096
        payload = json.loads(message["data"]["paternoster"])
        collapse = message["android"]["collapse_key"]
        self._keep("fcm", name, collapse, payload, silent="notification" not in message, head=head)
        return 200, {}, {"name": f"projects/{PROJECT}/messages/{len(self.received)}"}

    def _apple(self, token: str, head: dict[str, str], body: bytes, version: str) -> Answer:
        self.versions.add(version)
        assert version == "2"
        bearer = head["authorization"].removeprefix("bearer ")
        assert jwt.get_unverified_header(bearer) == {"alg": "ES256", "kid": KEY_ID, "typ": "JWT"}
        claims = jwt.decode(bearer, self.apple.public_key(), ["ES256"])
        assert claims["iss"] == TEAM
        assert time.time() - 3600 < claims["iat"] <= time.time() + 1
        self.provider_tokens.add(bearer)
        assert head["apns-topic"] == TOPIC
        assert len(head["apns-collapse-id"].encode()) <= 64
        assert len(body) <= 4096
        sent = json.loads(body)
        silent = head["apns-push-type"] == "background"
        if silent:
            assert head["apns-priority"] == "5"
            assert sent["aps"] == {"content-available": 1}
        else:
            assert sent["aps"]["alert"]["title"]
        name = bytes.fromhex(token).lstrip(b"\0").decode()
        self._keep("apns", name, head["apns-collapse-id"], sent["paternoster"], silent=silent, head=head)
        return 200, {"apns-id": head["apns-id"]}, {}

    def _keep(self, channel: str, device: str, collapse: str, payload: Any, **more: Any) -> None:
        self.received.append(Received(channel, device, collapse, payload, **more))

    async def handle_DATA(self, _: Any, session: Any, envelope: Any) -> str:
        """The mail server's."""
        if self.down:
            return "451 4.3.0 try again later"
        assert session.ssl, "not encrypted"
        mail = message_from_bytes(envelope.content, policy=default)
        payload = {"title": mail["Subject"], "body": mail.get_content(), "to": envelope.rcpt_tos}
        self._keep("email", envelope.rcpt_tos[0], mail["Message-ID"], payload)
        return "250 OK"

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, address: str, ___: Any) -> str:
        if waiting := self.trouble.get(address):
            status, _headers, _body = waiting.pop(0)
            return f"{status} 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"


class _Mail(Controller):
    def factory(self) -> SMTP:
        return SMTP(self.handler, require_starttls=True, tls_context=self.ssl_of, ident="test")


@contextmanager
def world(folder: Path) -> Iterator[World]:
    """All of them listening, in threads of their own."""
    there = World(folder)
    loop, ending = asyncio.new_event_loop(), asyncio.Event()
    loop.set_exception_handler(lambda *_: None)  # connections of senders that were killed
    config = Config()
    config.bind = [f"localhost:{there.port}"]
    config.certfile, config.keyfile = str(folder / "server.pem"), str(folder / "server.key")
    config.accesslog = config.errorlog = None
    serving = threading.Thread(
        target=loop.run_until_complete,
        args=(serve(there, config, shutdown_trigger=ending.wait),),
        daemon=True,
    )
    serving.start()
    with mail_server(there):
        yield there
    loop.call_soon_threadsafe(ending.set)
    serving.join(10)
    loop.close()


@contextmanager
def mail_server(there: World) -> Iterator[None]:

    trusted = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    there.certificate.configure_cert(trusted)
    mail = _Mail(there, hostname="127.0.0.1", port=there.mail_port)
    mail.ssl_of = trusted
    mail.start()
    yield
    mail.stop()
