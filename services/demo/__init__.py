"""Games without people: `make demo` plays as a person's app would, the keeper keeps games to look at."""
