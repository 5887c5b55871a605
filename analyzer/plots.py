"""Every picture as a function, listed in `plots.pyi`; those of Starship Catan stand in `plots.starship`."""

from importlib import import_module

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__.rpartition(".")[0], __file__)


def __getattr__(name: str) -> object:
    """Return the function of a figure, or the module of Starship Catan's figures."""
    return import_module("analyzer.starship.plots") if name == "starship" else _listed(name)
