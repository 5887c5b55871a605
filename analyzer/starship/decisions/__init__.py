"""Decisions of a player: all that the rules allow at a position, and doing one of them in many games at once."""
