"""One game told round by round."""
