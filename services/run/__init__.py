"""`make run`: everything on one machine and one address, kept by one process manager."""
