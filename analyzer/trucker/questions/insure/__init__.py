"""Cost of insurance for a fleet."""
