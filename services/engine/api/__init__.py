"""The engine's HTTP: commands in, views and streams out. Reads logs, never writes them; only workers do that."""
