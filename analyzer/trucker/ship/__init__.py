"""Ships on paper: components, layouts, flaws and cures, files, and hulls compiled to masks of bits."""
