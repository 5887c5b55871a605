"""Answers for any game: tables with intervals, comparisons, verdicts in words."""
