"""A position on paper: a galaxy with what was drawn in it, its file, and what the rules allow there."""
