"""A position on paper: both ships and the table, its file, and how it is dealt."""
