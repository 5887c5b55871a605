"""Galaxies drawn, and pictures that several questions of Cosmic Lorry share."""
