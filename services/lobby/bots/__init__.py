"""Accounts of bots: who makes them, what they accept, who plays against them."""
