"""A captain who thinks: before each decision, the alternatives are tried in imagined games."""
