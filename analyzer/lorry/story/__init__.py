"""One game retold round by round."""
