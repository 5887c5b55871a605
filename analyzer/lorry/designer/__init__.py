"""A galaxy and a position drawn by clicking: a page of this machine, with what the rules allow and advice beside it."""
