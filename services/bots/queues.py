"""What tasks and queues are called, so that whoever enqueues one need not import the Celery app that does it."""

THINK = "think"
STAND_IN = "stand-in"
"""Plays for an account whose own program should have, and did not."""
CALL = "call-bot"

BUILT_IN = "bots"
CALLS = "bot-calls"
"""Wait for other people's servers, and hold up no built-in bot."""
