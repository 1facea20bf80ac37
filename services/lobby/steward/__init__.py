"""What the lobby does unasked: each duty is done by one process at a time, however many are started."""
