"""What lies in the piles, what is known of it, and what is not certain."""
