"""A captain who thinks: every option is played on in mind before anything is decided."""
