"""Figures that only Galaxy Trucker has."""
