"""Histograms that merge, and how sure a number is; knows no game."""
