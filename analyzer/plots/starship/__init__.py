"""Figures of what only Starship Catan can show."""
