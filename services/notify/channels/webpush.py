"""Web push (RFC 8030): encrypted for the browser (RFC 8291), signed by our VAPID key (RFC 8292)."""

import base64
import hashlib
import time
from urllib.parse import urlsplit

import httpcore
from pywebpush import WebPusher, WebPushException

from services.notify.channels.outcome import Gone, Later, Outcome, Refused, Sent, asked_pause, is_passing
from services.notify.message import Message
from services.notify.vapid import VapidKey
from shared.api.notices.targets import WebPush
from shared.api.public import NotPublic, PublicHttp

SIGNED_S = 12 * 3600
"""A signature may be good for a day; clocks differ."""
RENEW_S = 3600
MOST_SIGNATURES = 200
"""Push services for which one is kept."""


class WebPushSender:
    def __init__(self, http: PublicHttp, key: VapidKey, contact: str) -> None:
        self._http = http
        self._key = key
        self._contact = contact
        self._signatures: dict[str, tuple[int, str]] = {}

    async def send(self, target: WebPush, message: Message, id: str) -> Outcome:
        """`id` is not used: push services name messages themselves, and the topic makes one of several."""
        keys = {"p256dh": target.p256dh, "auth": target.auth}
        try:
            pusher = WebPusher({"endpoint": target.endpoint, "keys": keys})
            body = pusher.encode(message.content, "aes128gcm")["body"]
        except (WebPushException, ValueError, TypeError):
            return Gone("unusable keys")
        headers = {
            "authorization": self._signature(target.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(message.ttl_s),
            "topic": topic(message.payload.tag),
            "urgency": "low" if message.silent else "high",
        }
        try:
            answer = await self._http.post(target.endpoint, headers, body)
        except NotPublic:
            return Refused("not a public address")
        except (
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
            TimeoutError,
            OSError,
        ) as error:
            return Later(type(error).__name__)
        if answer.status in (404, 410):
            return Gone(str(answer.status))
        if answer.status in (200, 201, 202, 204):
            return Sent()
        if is_passing(answer.status):
            return Later(str(answer.status), asked_pause(answer.headers))
        return Refused(str(answer.status))

    def _signature(self, endpoint: str) -> str:
        """Kept for a while: signing costs as much as all the rest."""
        parts = urlsplit(endpoint)
        audience, now = f"{parts.scheme}://{parts.netloc}", int(time.time())
        expires, signed = self._signatures.get(audience, (0, ""))
        if expires < now + RENEW_S:
            expires = now + SIGNED_S
            signed = self._key.signed(audience, self._contact, expires)
            if len(self._signatures) >= MOST_SIGNATURES:
                self._signatures.clear()
            self._signatures[audience] = expires, signed
        return signed


def topic(tag: str) -> str:
    """A tag in the 32 signs that a topic may have.

    >>> topic("turns"), len(topic("game:g_01JB2Q0000000000000000007K"))
    ('dHVybnM', 32)
    """
    short = base64.urlsafe_b64encode(tag.encode()).rstrip(b"=").decode()
    return short if len(short) <= 32 else hashlib.sha256(tag.encode()).hexdigest()[:32]
