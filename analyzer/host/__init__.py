"""Host of a drawing page: a server for this machine alone, its limits, and drafts."""
