"""What calls of bots' webhooks are counted by."""

from shared.api.bots import CallFault
from shared.watch.figures import SLOW_S, Among, Count, Spread

PLAYED = "played"

CALLS = Count(
    "bot_calls",
    "Calls of bots' webhooks: the answer was played, or why a built-in bot played instead",
    result=Among((PLAYED, *CallFault)),
)
CALL_S = Spread("bot_call_seconds", "How long a bot's server took to answer, or was waited for", SLOW_S)
