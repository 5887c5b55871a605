"""What is left of ships in flight, numbered as it comes up, and whatever follows from that alone, worked out once."""
