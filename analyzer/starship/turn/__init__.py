"""Many games side by side, one lane each: their state, and the rules of a turn."""
