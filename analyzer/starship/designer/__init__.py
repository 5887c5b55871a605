"""The page on which a game of Starship Catan is noted."""
