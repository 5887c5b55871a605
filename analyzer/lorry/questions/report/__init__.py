"""All of it on one page."""
