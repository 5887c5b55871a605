"""Monte Carlo ship and route analyser for tabletop space trucking: the public face, listed in `__init__.pyi`."""

from analyzer import interrupts

interrupts.end_command_at_once()

import lazy_loader  # noqa: E402 (all that takes time comes later)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"
