"""Pages of Cosmic Lorry."""
