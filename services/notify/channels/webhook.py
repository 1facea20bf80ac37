"""Webhooks, signed as standardwebhooks.com says: `webhook-id`, `webhook-timestamp`, `webhook-signature`."""

from datetime import UTC, datetime

import httpcore

from services.notify.channels.outcome import Gone, Later, Outcome, Refused, Sent, asked_pause
from services.notify.message import Message
from shared.api.notices.targets import Webhook
from shared.api.public import NotPublic, PublicHttp
from shared.api.signing import signed


class WebhookSender:
    def __init__(self, http: PublicHttp) -> None:
        self._http = http

    async def send(self, target: Webhook, secret: str, message: Message, id: str) -> Outcome:
        """`id` is the same for the same message, however often it is sent: receivers drop what they have."""
        headers = signed(secret, id, datetime.now(UTC), message.content)
        try:
            answer = await self._http.post(target.url, headers, message.content)
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
        except (httpcore.UnsupportedProtocol, UnicodeError, ValueError):
            return Refused("not an address")
        if 200 <= answer.status < 300:
            return Sent()
        if answer.status == 410:
            return Gone("410")
        if 300 <= answer.status < 400:
            return Refused(f"{answer.status}: redirects are not followed")
        return Later(str(answer.status), asked_pause(answer.headers))
