"""Editions of the user's own, of any game: folders of tables, read, judged, written and compared."""
