"""Editions of the user's own: folders of tables, read, judged, written and compared."""
