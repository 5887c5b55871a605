"""Cosmic Lorry: the public face of the third world."""

# ruff: noqa: I001

# galaxies on paper
from .galaxy.galaxy import Galaxy as Galaxy, default_galaxy as default_galaxy
from .tracks import TRACKS as TRACKS, TYPES as TYPES, WRAPS as WRAPS
from .galaxy.galaxyfile import load_galaxy as load_galaxy, save_galaxy as save_galaxy
