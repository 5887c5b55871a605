"""Drawings of ships and fleets: as text, as SVG, as figures."""
