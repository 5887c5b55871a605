"""Addressed random words, blocks of trials and workers; independent of any game."""
