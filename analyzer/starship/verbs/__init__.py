"""Verbs of Starship Catan, one module for each panel of the help."""
