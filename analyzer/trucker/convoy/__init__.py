"""Ships in flight: the arrays of their state, and one module for each kind of change to it."""
