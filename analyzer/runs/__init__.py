"""How much is run, until when, and what is kept of it; knows no game."""
