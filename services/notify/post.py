"""All channels that are configured, behind one `send`."""

import ssl
from pathlib import Path
from typing import assert_never

from services.notify.channels.apns import ApnsSender, Provider
from services.notify.channels.fcm import FcmSender
from services.notify.channels.mail import MailSender, server_of
from services.notify.channels.outcome import Outcome, Refused
from services.notify.channels.webhook import WebhookSender
from services.notify.channels.webpush import WebPushSender
from services.notify.configured import channels
from services.notify.message import Message
from services.notify.vapid import VapidKey
from shared.api.notices.book import Device
from shared.api.notices.targets import Apns, Fcm, Webhook, WebPush
from shared.api.notices.words import Channel
from shared.api.public import PublicHttp, allowed_networks
from shared.settings import Settings


class Post:
    """Raises `ValueError` or `OSError` for a channel that is configured wrongly."""

    def __init__(self, config: Settings) -> None:
        on, trusted = channels(config), _trusted(config.notice_ca)
        self._http = PublicHttp(allowed_networks(config.notice_networks), trusted)
        self._web_push = self._fcm = self._apns = self._webhook = self._mail = None
        if Channel.WEB_PUSH in on:
            self._web_push = WebPushSender(self._http, VapidKey(config.vapid_key), config.vapid_contact)
        if Channel.FCM in on:
            self._fcm = FcmSender(Path(config.fcm_account), config.fcm_url, trusted, config.notice_ca)
        if Channel.APNS in on:
            provider = Provider(Path(config.apns_key), config.apns_key_id, config.apns_team)
            urls = (config.apns_url.rstrip("/"), config.apns_sandbox_url.rstrip("/"))
            self._apns = ApnsSender(provider, config.apns_topic, urls, trusted)
        if Channel.WEBHOOK in on:
            self._webhook = WebhookSender(self._http)
        if Channel.EMAIL in on:
            self._mail = MailSender(server_of(config.smtp_url), config.mail_from, trusted)

    async def send(self, device: Device, message: Message, id: str) -> Outcome:
        """One attempt; a channel that is off refuses."""
        sent: Outcome | None = None
        match device.target:
            case WebPush():
                sent = self._web_push and await self._web_push.send(device.target, message, id)
            case Fcm():
                sent = self._fcm and await self._fcm.send(device.target, message, id)
            case Apns():
                sent = self._apns and await self._apns.send(device.target, message, id)
            case Webhook():
                sent = self._webhook and await self._webhook.send(device.target, device.secret, message, id)
            case _:
                assert_never(device.target)
        return sent or OFF

    async def mail(self, address: str, message: Message, id: str, footer: str) -> Outcome:
        return await self._mail.send(address, message, id, footer) if self._mail else OFF

    async def close(self) -> None:
        await self._http.close()
        for sender in (self._fcm, self._apns):
            if sender:
                await sender.close()


OFF = Refused("the channel is off")


def _trusted(authority: str) -> ssl.SSLContext:
    trusted = ssl.create_default_context()
    if authority:
        trusted.load_verify_locations(authority)
    return trusted
