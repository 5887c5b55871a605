"""Decisions of a player: the legal options at a position, and playing each of them in many games at once."""
