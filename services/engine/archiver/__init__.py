"""The archiver: moves the logs of games that ended long ago out of Valkey. Killed anywhere, it loses nothing."""
