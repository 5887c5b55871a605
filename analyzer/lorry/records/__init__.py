"""Records of games that were really played, checked draw by draw."""
