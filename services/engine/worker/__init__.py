"""Owns partitions: reads their commands in order, judges them, appends the outcome, answers.

Each cycle is the same five steps: read, fold, decide, append, answer. Only `judge.py` knows what a command means, only
`batch.py` what a commit holds, only `loop.py` talks to Valkey.
"""
