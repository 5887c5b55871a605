"""The host of a page on which something is drawn: a server on this machine alone, its limits, and drafts."""
