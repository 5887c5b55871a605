"""Editions of the user's own: which tables they have, and what may stand in them."""
