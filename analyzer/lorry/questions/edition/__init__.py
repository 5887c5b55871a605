"""An edition of the user's own: written to begin with, judged, and set beside another one."""
