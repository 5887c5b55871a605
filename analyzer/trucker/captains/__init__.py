"""Captains: a player's decisions as prices, and the files they are kept in."""
