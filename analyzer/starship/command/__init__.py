"""The options of Starship Catan, each written once, and the table of its verbs."""
