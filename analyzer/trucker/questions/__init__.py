"""One question about ships and flights a file."""
