"""Tells players what concerns them while no app of theirs looks: feeds in, pushes, webhooks and mails out.

`standing` is what is known and was told of one player, `plan` judges what to tell now (both pure), `planner` does so for
everybody who is due, `delivery` carries one notice to one device, in Celery, as often as it takes.
"""
