"""Pages of what only Starship Catan can tell."""
