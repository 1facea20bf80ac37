"""From the feeds to Celery: which bot has to think, and when.

`feed` reads what changed, `thoughts` holds what is pending, `publish` hands what is due to Celery, `sweep`
finds what the feed did not tell, `app` puts them together. Nothing here knows what bots think with.
"""
