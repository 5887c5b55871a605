"""A moment of a flight on paper: the ships as they are, the cards that were met, and what may come; its file."""
