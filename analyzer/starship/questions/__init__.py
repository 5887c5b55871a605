"""The questions about ships and games, a folder each."""
