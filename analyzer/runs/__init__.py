"""Amounts of trials, conditions that end a run, and save files; independent of any game."""
