"""Which channels this server has, for whoever sends nothing: the senders' libraries take twice the memory of all else."""

from shared.api.notices.words import Channel
from shared.settings import Settings


def channels(config: Settings) -> frozenset[Channel]:
    """Those that are configured."""
    on = {
        Channel.WEB_PUSH: bool(config.vapid_key),
        Channel.FCM: bool(config.fcm_account),
        Channel.APNS: bool(config.apns_key),
        Channel.WEBHOOK: config.webhooks,
        Channel.EMAIL: bool(config.smtp_url),
    }
    return frozenset(channel for channel in Channel if on[channel])
