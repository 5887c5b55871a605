"""Ships in flight: their state, and what happens to it, one concern a file."""
