"""Questions about ships, positions and games: a module for each question."""
