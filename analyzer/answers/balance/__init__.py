"""Balance reports of every game: verdicts, tiles, tables and the report that holds them."""
