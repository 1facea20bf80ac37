"""Which devices a notice goes to. Pure."""

from collections.abc import Iterable

from services.notify.notice import MAILBOX, Delivery, Kind, Notice
from shared.api.notices.book import Page
from shared.api.notices.words import TELLING, Channel, Happening

AnyOn = frozenset[Channel]


def wanted(page: Page, on: AnyOn) -> frozenset[Happening]:
    """What reaches the account at all; the rest need not be told."""
    return frozenset(
        happening for happening in Happening if _ways(happening, page, on) or _falls_back(happening, page, on)
    )


def deliveries(notice: Notice, page: Page, on: AnyOn) -> tuple[Delivery, ...]:
    """One for each device that is wanted for this, or one by mail where there is none.

    What is put right in silence goes to apps only: a mail cannot be taken back.
    """
    if notice.happening is None:  # about something that is no game's and is over
        channels: Iterable[Channel] = on
    else:
        channels = _ways(notice.happening, page, on)
    found = [
        Delivery(notice, device.channel, device.id) for device in page.devices if device.channel in channels
    ]
    if notice.kind is Kind.TELL and notice.happening is not None:
        if Channel.EMAIL in channels:
            found.append(Delivery(notice, Channel.EMAIL, MAILBOX))
        elif not found and _falls_back(notice.happening, page, on):
            found.append(Delivery(notice, Channel.EMAIL, MAILBOX, fallen_back=True))
    return tuple(found)


def instead(failed: Delivery, page: Page, on: AnyOn) -> Delivery | None:
    """The mail that takes the place of a notice that reached no device."""
    notice = failed.notice
    if failed.channel is Channel.EMAIL or notice.kind is not Kind.TELL or notice.happening is None:
        return None
    if not _falls_back(notice.happening, page, on):
        return None
    return Delivery(notice, Channel.EMAIL, MAILBOX, fallen_back=True)


def _ways(happening: Happening, page: Page, on: AnyOn) -> frozenset[Channel]:
    """Channels that are wanted for it, that work, and at whose end somebody is."""
    there = {device.channel for device in page.devices} | ({Channel.EMAIL} if page.mail else set())
    return frozenset(channel for channel in page.wishes.of(happening) if channel in on and channel in there)


def _falls_back(happening: Happening, page: Page, on: AnyOn) -> bool:
    """Not for whom has switched it off on every channel."""
    asked_for = bool(page.wishes.of(happening))
    return (
        asked_for
        and happening in TELLING
        and page.wishes.fallback
        and page.mail is not None
        and Channel.EMAIL in on
    )
