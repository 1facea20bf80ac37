"""What the dispatcher counts."""

from shared.watch.figures import Count, Level

ENQUEUED = Count("thoughts_enqueued", "Bots' turns handed to Celery, those asked for again among them")
PENDING = Level("thoughts_pending", "Bots' turns that come due, or have been asked for and not been played")
