"""Report on many ships in one page."""
