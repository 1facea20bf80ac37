"""What the deliverers count."""

from services.notify.notice import Kind
from shared.api.notices.history import Result
from shared.api.notices.words import Channel
from shared.watch.figures import SLOW_S, Among, Count, Spread

PUT_OFF = "put-off"

ATTEMPTS = Count(
    "notices",
    "Attempts to deliver a notice to a device, by what came of it; put-off ones are tried again",
    channel=Among(Channel),
    kind=Among(Kind),
    result=Among((*Result, PUT_OFF)),
)
SENDING_S = Spread("notice_seconds", "How long the other side took to answer", SLOW_S, channel=Among(Channel))
