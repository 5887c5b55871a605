"""Figures of what only Cosmic Lorry can show."""
