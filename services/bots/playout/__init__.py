"""Games once more, flat and compiled: only for bots that try out futures.

A state is a row of whole numbers, cards are small numbers and hands bit masks. The rules in `shared/games` stay
the truth: `tests/bots/test_playout_<kind>.py` plays random games on both, move by move.
"""
