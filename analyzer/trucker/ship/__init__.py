"""A ship on paper: components, boards, layouts, files, and the masks they compile to."""
