"""A galaxy on paper: boxes, planets, special boxes, its edges, and its file."""
