"""Position on paper: both ships and the table, and its file."""
