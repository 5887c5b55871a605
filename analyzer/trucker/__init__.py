"""Galaxy Trucker: ships, flights, captains, and the questions about them."""
