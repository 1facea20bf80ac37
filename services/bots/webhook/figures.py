"""What calls of bots' webhooks are counted by."""

from shared.api.bots import CallFault
from shared.watch.figures import SLOW_S, Among, Count, Spread

PLAYED, WAITED = "played", "waited"

CALLS = Count(
    "bot_calls",
    "Calls of bots' webhooks: the answer was played or was to wait, or why a built-in bot played instead",
    result=Among((PLAYED, WAITED, *CallFault)),
)
CALL_S = Spread("bot_call_seconds", "How long a bot's server took to answer, or was waited for", SLOW_S)
