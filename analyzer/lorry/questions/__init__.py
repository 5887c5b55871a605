"""What is asked of games and galaxies, one question a file."""
