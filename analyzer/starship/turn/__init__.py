"""State of many games side by side, one lane each, and the rules of a turn."""
