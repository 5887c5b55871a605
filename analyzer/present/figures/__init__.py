"""Pictures of all games, and which answer has which."""
