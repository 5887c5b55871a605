"""A position on paper: a galaxy with its tracks, its file, and the legal decisions in it."""
