"""Verbs of Cosmic Lorry, one module for each panel of the help."""
