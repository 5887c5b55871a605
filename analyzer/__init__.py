"""Monte Carlo ship and route analyser for tabletop space trucking: the public face, listed in `__init__.pyi`."""

import _signal
import sys

if sys.platform != "win32":  # Ctrl-C waits until the command can answer
    _mask_before = _signal.pthread_sigmask(_signal.SIG_BLOCK, {_signal.SIGINT})
    from analyzer import interrupts

    interrupts.end_command_at_once()
    _signal.pthread_sigmask(_signal.SIG_SETMASK, _mask_before)

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"
