"""Searches over many layouts flown side by side: components to place, better ships, a map of good ships."""
