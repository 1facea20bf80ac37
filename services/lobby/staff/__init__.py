"""Moderators and administrators: reports, measures against accounts, ending tables, and the log of who did what."""
