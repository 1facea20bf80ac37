"""Commands about notices: the key that signs web push, and what could not be delivered."""

import click

from services.cli.tools import Tools, with_tools
from services.notify.dead import DeadLetter, DeadLetters
from services.notify.outbox import Outbox
from services.notify.vapid import VapidKey, new_key
from shared.api.moment import now_ms, rfc3339
from shared.api.notices.book import load_functions


@click.command()
def keys() -> None:
    """Make a VAPID key for web push. Keep it: browsers that subscribed with it need new subscriptions after it."""
    private = new_key()
    click.echo(f"PATERNOSTER_VAPID_KEY={private}")
    click.echo(f"# public, for applicationServerKey: {VapidKey(private).public}")


@click.command()
@click.option("--send", "send", is_flag=True, help="Send them again, and take them off the list.")
@click.option("--drop", is_flag=True, help="Take them off the list.")
@click.option("--account", help="Only this account's.")
@click.option("--channel", help="Only of this channel, such as fcm.")
@with_tools
async def notices(tools: Tools, *, send: bool, drop: bool, account: str | None, channel: str | None) -> None:
    """List notices that were given up: the last 1,000, newest first."""
    if send and drop:
        raise click.UsageError("say --send or --drop")
    await load_functions(tools.redis)
    dead = DeadLetters(tools.redis)
    found = [
        letter
        for letter in await dead.all()
        if account in (None, letter.account) and channel in (None, str(letter.delivery.channel))
    ]
    for letter in found:
        click.echo(_line(letter))
        if send:
            await _again(tools, letter)
        if send or drop:
            await dead.take(letter)
    click.echo(f"{len(found)} {'sent again' if send else 'dropped' if drop else 'given up'}")


async def _again(tools: Tools, letter: DeadLetter) -> None:
    delivery = letter.delivery
    fresh = type(delivery)(delivery.notice, delivery.channel, delivery.device, 0, delivery.fallen_back)
    await Outbox(tools.redis).put(letter.account, [fresh], now_ms())


def _line(letter: DeadLetter) -> str:
    """Without what it said."""
    notice = letter.delivery.notice
    games = " ".join(one.game for one in notice.about)
    return (
        f"{rfc3339(letter.at)} {letter.account} {letter.delivery.channel} {notice.what} {games}: {letter.why}"
    )
