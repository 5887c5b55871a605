"""Figures of all games, and the register of each answer's figures."""
