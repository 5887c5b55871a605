"""A captain who thinks: before each decision, ways to go on are tried in imagined games."""
