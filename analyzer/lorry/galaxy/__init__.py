"""A galaxy on paper: boxes, planets, special boxes, edges, and its file."""
