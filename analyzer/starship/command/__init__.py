"""Options of Starship Catan's verbs, each written once, and the table of verbs."""
