"""Phrases that words are made of, and the figures on cards: for rules and faces alike, and nothing here decides."""
