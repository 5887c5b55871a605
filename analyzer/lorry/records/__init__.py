"""Games that were really played, written down and checked draw by draw."""
