"""Apple's push service: HTTP/2, a provider token (JWT, ES256) that is renewed before it is an hour old."""

import ssl
import time
import uuid
from pathlib import Path
from typing import Any, cast

import httpx
import jwt
import msgspec

from services.notify.channels.outcome import (
    ANSWER_S,
    Gone,
    Later,
    Outcome,
    Refused,
    Sent,
    asked_pause,
    is_passing,
)
from services.notify.channels.webpush import topic
from services.notify.message import Message
from shared.api.notices.targets import Apns

RENEW_S = 45 * 60
"""Apple refuses tokens older than an hour, and providers that renew them more often than every 20 minutes."""
GONE = ("Unregistered", "BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken")
STALE = ("ExpiredProviderToken", "InvalidProviderToken")

_jwt = cast(Any, jwt)


class Provider:
    """Who we are for Apple."""

    def __init__(self, key: Path, key_id: str, team: str) -> None:
        """`key`: the `.p8` file. Raises `ValueError` or `OSError`."""
        self._key = key.read_text(encoding="utf-8")
        self._head = {"kid": key_id}
        self._team = team
        self._token = ""
        self._made_at = 0.0
        self.token(time.time())

    def token(self, now_s: float) -> str:
        if not self._token or now_s - self._made_at > RENEW_S:
            try:
                claims = {"iss": self._team, "iat": int(now_s)}
                self._token = _jwt.encode(claims, self._key, "ES256", headers=self._head)
            except (jwt.PyJWTError, ValueError, TypeError) as cause:
                raise ValueError("PATERNOSTER_APNS_KEY is no key of Apple's") from cause
            self._made_at = now_s
        return self._token

    def forget(self, now_s: float) -> None:
        """Makes a new one next time, but not too soon after the last."""
        if now_s - self._made_at > 20 * 60:
            self._token = ""


class ApnsSender:
    def __init__(
        self, provider: Provider, topic: str, urls: tuple[str, str], trusted: ssl.SSLContext
    ) -> None:
        """`urls`: of production and of the sandbox; `topic`: the app's bundle id."""
        self._provider = provider
        self._topic = topic
        self._urls = urls
        self._http = httpx.AsyncClient(
            http2=True, http1=False, verify=trusted, timeout=ANSWER_S, trust_env=False
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, target: Apns, message: Message, id: str) -> Outcome:
        url = f"{self._urls[target.sandbox]}/3/device/{target.token.lower()}"
        try:
            answer = await self._http.post(
                url, content=msgspec.json.encode(apns_body(message)), headers=self._headers(message, id)
            )
        except httpx.TransportError as error:
            return Later(type(error).__name__)
        return self._judged(answer)

    def _headers(self, message: Message, id: str) -> dict[str, str]:
        return {
            "authorization": f"bearer {self._provider.token(time.time())}",
            "apns-id": str(uuid.uuid5(uuid.NAMESPACE_URL, id)),
            "apns-topic": self._topic,
            "apns-push-type": "background" if message.silent else "alert",
            "apns-priority": "5" if message.silent else "10",
            "apns-expiration": str(int(time.time()) + message.ttl_s),
            "apns-collapse-id": topic(message.payload.tag),
        }

    def _judged(self, answer: httpx.Response) -> Outcome:
        if answer.is_success:
            return Sent()
        why = reason_of(answer.content) or str(answer.status_code)
        if why in GONE or answer.status_code == 410:
            return Gone(why)
        if why in STALE:
            self._provider.forget(time.time())
            return Later(why)
        return Later(why, asked_pause(answer.headers)) if is_passing(answer.status_code) else Refused(why)


def apns_body(message: Message) -> dict[str, Any]:
    """In the background an app gets its data only; what is shown may be changed by it first."""
    payload = message.payload
    if message.silent:
        return {"aps": {"content-available": 1}, "paternoster": payload}
    shown = {"title": payload.title, "body": payload.body}
    aps = {
        "alert": shown, "badge": payload.badge, "sound": "default", "thread-id": payload.tag, "mutable-content": 1,
    }  # fmt: skip
    return {"aps": aps, "paternoster": payload}


def reason_of(body: bytes) -> str:
    """Apple's own word in an error; empty where it says none."""
    try:
        return str(msgspec.json.decode(body)["reason"])
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError, IndexError):
        return ""
