"""A plain, slow referee of Cosmic Lorry, written from the rule text and docs/lorry-rulings.md alone."""
