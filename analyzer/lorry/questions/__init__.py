"""Questions about games, galaxies and positions of Cosmic Lorry."""
