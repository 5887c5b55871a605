"""Captains: their prices and files, and the formulas of docs/starship-rulings.md over many games at once."""
