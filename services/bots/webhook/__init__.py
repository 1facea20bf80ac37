"""Bots that are called: their turns go out signed, and one command comes back, or a built-in bot plays.

Calls wait for other people's servers, so they have a queue and a process of their own. What is sent is made of the
seat's view alone (`turn.py`); what comes back is played only if it is one of the legal commands that were sent.
"""
