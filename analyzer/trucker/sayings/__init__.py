"""Phrases and card figures in words, for rules and views alike."""
