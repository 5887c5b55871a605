"""A game that was really played, checked step by step by the rules."""
