"""What people say at a table: emotes and short texts, kept apart from the game's log and not for ever."""
