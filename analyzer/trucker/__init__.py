"""Galaxy Trucker: ships, flights, captains."""
