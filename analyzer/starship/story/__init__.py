"""One game told turn by turn."""
