"""Figures of Galaxy Trucker's answers; importing this package registers them with `figures_of`."""

from analyzer.trucker.figures import comparisons, fleets, flights, ships

__all__ = ["comparisons", "fleets", "flights", "ships"]
