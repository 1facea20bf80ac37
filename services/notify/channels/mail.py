"""E-mail over SMTP, encrypted by STARTTLS, or from the first byte where the port is for that."""

import ssl
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import aiosmtplib

from services.notify.channels.outcome import ANSWER_S, Later, Outcome, Refused, Sent
from services.notify.message import Message
from services.notify.notice import Kind

NO_MAILBOX = (550, 551, 553)


class Server(NamedTuple):
    host: str
    port: int
    user: str | None
    password: str | None
    implicit: bool
    """TLS from the first byte."""


def server_of(url: str) -> Server:
    """`smtp://user:password@host:587` or `smtps://...`. Raises `ValueError`."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ValueError("PATERNOSTER_SMTP_URL must look like smtp://user:password@host:587")
    implicit = parts.scheme == "smtps"
    user, password = (unquote(text) if text else None for text in (parts.username, parts.password))
    return Server(parts.hostname, parts.port or (465 if implicit else 587), user, password, implicit)


class MailSender:
    def __init__(self, server: Server, sender: str, trusted: ssl.SSLContext) -> None:
        self._server = server
        self._sender = sender
        self._trusted = trusted

    async def send(self, address: str, message: Message, id: str, footer: str) -> Outcome:
        """`id` makes the same message of attempts that are not known to have failed."""
        host, port, user, password, implicit = self._server
        mail = mail_of(message, self._sender, address, id, footer)
        try:
            await aiosmtplib.send(
                mail, hostname=host, port=port, username=user, password=password, timeout=ANSWER_S,
                use_tls=implicit, start_tls=not implicit, tls_context=self._trusted,
            )  # fmt: skip
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            return Refused(f"{codes[0]}") if codes[0] in NO_MAILBOX else Later(f"{codes[0]}")
        except aiosmtplib.SMTPResponseException as error:
            return (
                Refused(str(error.code))
                if 500 <= error.code < 600 and error.code not in (530, 534, 535)
                else Later(str(error.code))
            )
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            return Later(type(error).__name__)
        return Sent()


def mail_of(message: Message, sender: str, address: str, id: str, footer: str) -> EmailMessage:
    payload = message.payload
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = address
    mail["Subject"] = payload.title
    mail["Date"] = formatdate()
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    mail["Message-ID"] = f"<{''.join(sign if sign.isalnum() else '.' for sign in id)}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    game = payload.game if payload.type is not Kind.CODE else None
    parts = [payload.body, "\n".join(game.last) if game else "", footer]
    mail.set_content("\n\n".join(part for part in parts if part) + "\n")
    return mail
