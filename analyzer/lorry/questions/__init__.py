"""The questions about games and galaxies, a folder each."""
