"""Tells players what concerns them: reads the feeds, writes each player's inbox, which the engine API serves."""
