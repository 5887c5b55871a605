"""Every picture as a function, listed in `plots.pyi`; those of Starship Catan stand in `plots.starship`."""

from importlib import import_module

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__.rpartition(".")[0], __file__)


def __getattr__(name: str) -> object:
    """A picture's function, or the room of those of Starship Catan."""
    return import_module("analyzer.starship.plots") if name == "starship" else _listed(name)
