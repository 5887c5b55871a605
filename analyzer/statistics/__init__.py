"""Histograms that merge, and the uncertainty of estimates; independent of any game."""
