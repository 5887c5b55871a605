"""Positions: one moment of a flight with its ships, the cards met and those to come; position files."""
