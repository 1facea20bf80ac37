"""People and each other: friends, blocks, profiles, reports."""
