"""Figures, not tests: `make bench` prints each beside its floor, measured in the same run."""
