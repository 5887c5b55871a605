"""A ship before and after: what is new is coloured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.plots.trucker.ships import Shown, plot_ships

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.workshop.improved import Improved


def plot_improved(found: Improved) -> Figure:
    """The ship given and the one that was found, side by side; squares that differ are coloured in both."""
    mean, low, high = found.gain
    told = f"found: {mean:+.2f} ({low:+.2f} to {high:+.2f})".replace("-", "\N{MINUS SIGN}")
    ships = [Shown(f"{found.given.name}, as given", found.given, found.new), Shown(told, found.found, found.new)]
    return plot_ships(ships, below=f"{found.heading()}; {found.compared.flights:,} fresh flights")
