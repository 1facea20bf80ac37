"""Tournaments: many games with one ranking, each folded from its own log as tables are; all games are normal games."""
