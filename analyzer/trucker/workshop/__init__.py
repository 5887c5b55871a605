"""Many layouts tried side by side: what to do with components in hand, a better ship, a map of good ships."""
