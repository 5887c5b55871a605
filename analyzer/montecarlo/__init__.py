"""Addressed random words, blocks and workers; knows no game."""
