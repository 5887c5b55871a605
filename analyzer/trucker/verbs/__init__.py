"""Verbs of Galaxy Trucker, one module for each panel of the help."""
