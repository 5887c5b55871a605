"""Captains: the decisions of traders, by prices, at random or by imagined games."""
