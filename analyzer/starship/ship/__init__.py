"""Ship on paper: what it holds and owns, what follows from that, and its file."""
