"""Records of games that were really played, checked step by step against the rules."""
