"""User-made editions of any game: folders of tables, read, checked, written and compared."""
