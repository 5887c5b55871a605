"""Positions: one moment of a flight, its ships as they are, the cards met and those to come, and its file."""
