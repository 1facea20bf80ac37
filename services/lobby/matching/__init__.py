"""Strangers brought together: tickets say who wants to play what, the matcher makes tables of them."""
