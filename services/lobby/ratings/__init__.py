"""How well people play: ratings per list, leaderboards, and everybody's history, all folded from finished games."""
