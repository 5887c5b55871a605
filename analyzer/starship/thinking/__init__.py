"""A captain who thinks: ways of going on are played on in mind before anything is decided."""
