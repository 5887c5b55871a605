"""Ships in flight: the arrays of their state and what changes them, one concern in each module."""
