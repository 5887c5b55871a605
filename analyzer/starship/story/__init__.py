"""One game retold turn by turn."""
