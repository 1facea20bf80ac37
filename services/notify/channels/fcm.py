"""Firebase Cloud Messaging, HTTP v1: an access token from the service account, one message for one device."""

import asyncio
import ssl
from pathlib import Path
from typing import Any

import google.auth.exceptions
import google.auth.transport.requests
import httpx
import msgspec
import requests
from google.oauth2 import service_account

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
from services.notify.message import Message
from shared.api.notices.targets import Fcm

SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
GONE = ("UNREGISTERED", "SENDER_ID_MISMATCH")


class FcmSender:
    """Raises `ValueError` for a file that is no service account's key."""

    def __init__(self, account: Path, url: str, trusted: ssl.SSLContext, authority: str) -> None:
        described = msgspec.json.decode(account.read_bytes())
        self._credentials: Any = service_account.Credentials.from_service_account_info(  # pyright: ignore[reportUnknownMemberType]
            described, scopes=[SCOPE]
        )
        self._path = f"{url.rstrip('/')}/v1/projects/{described['project_id']}/messages:send"
        self._http = httpx.AsyncClient(http2=True, verify=trusted, timeout=ANSWER_S, trust_env=False)
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.verify = authority or True
        self._renewing = asyncio.Lock()

    async def close(self) -> None:
        await self._http.aclose()
        self._session.close()

    async def send(self, target: Fcm, message: Message, id: str) -> Outcome:
        try:
            token = await self._token()
            body = msgspec.json.encode({"message": fcm_message(target, message, id)})
            headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
            answer = await self._http.post(self._path, content=body, headers=headers)
        except (httpx.TransportError, google.auth.exceptions.GoogleAuthError) as error:
            return Later(type(error).__name__)
        return self._judged(answer)

    async def _token(self) -> str:
        """Kept until shortly before it expires."""
        async with self._renewing:
            if not self._credentials.valid:
                asking = google.auth.transport.requests.Request(session=self._session)
                await asyncio.to_thread(self._credentials.refresh, asking)
            return self._credentials.token

    def _judged(self, answer: httpx.Response) -> Outcome:
        if answer.is_success:
            return Sent()
        why = error_code(answer.content) or str(answer.status_code)
        if why in GONE or answer.status_code == 404:
            return Gone(why)
        if answer.status_code == 401:
            self._credentials.token = None
            return Later(why)
        return Later(why, asked_pause(answer.headers)) if is_passing(answer.status_code) else Refused(why)


def fcm_message(target: Fcm, message: Message, id: str) -> dict[str, Any]:
    """A silent one is data only, which the app acts on without showing anything."""
    payload = message.payload
    found: dict[str, Any] = {
        "token": target.token,
        "data": {"id": id, "paternoster": message.content.decode()},
        "android": {
            "collapse_key": payload.tag,
            "priority": "NORMAL" if message.silent else "HIGH",
            "ttl": f"{message.ttl_s}s",
        },
    }
    if not message.silent:
        found["notification"] = {"title": payload.title, "body": payload.body}
        found["android"]["notification"] = {"tag": payload.tag, "notification_count": payload.badge}
    return found


def error_code(body: bytes) -> str:
    """The messaging service's own word in an error, else the general one."""
    try:
        error = msgspec.json.decode(body)["error"]
        details = [one["errorCode"] for one in error.get("details", ()) if "errorCode" in one]
        return str(details[0] if details else error["status"])
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError, AttributeError, IndexError):
        return ""
