"""How much is flown, and what is kept of it."""
