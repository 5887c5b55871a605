"""The plain twin of Starship Catan: a slow, readable referee, by the rule text and docs/starship-rulings.md alone."""
