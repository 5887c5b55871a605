"""A user's own editions: folders of tables, read, checked, written and compared."""
