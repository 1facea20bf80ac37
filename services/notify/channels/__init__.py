"""The ways to a player, each in the real protocol of its service. A sender sends once and says what came of it."""
