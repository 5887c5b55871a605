"""Balance report on an edition."""
