"""Rules of the games: pure functions from state and command to events, from state to views.

Nothing here reads a clock, a file, a network or a random number; a test enforces it by the imports.
"""
