"""Addresses of schedulers, e.g. `tcp://host:8786`."""

from __future__ import annotations

import re

from analyzer.errors import AnalyzerError, whole_number

SCHEMES = ("tcp", "tls")
LAST_PORT = 65535
_ADDRESS = re.compile(r"(?P<scheme>[a-z]+)://(?P<host>\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]@?#]+):(?P<port>[0-9]{1,5})/?")


def checked_address(address: object) -> str:
    """Return the address of a scheduler in its usual form.

    Raises:
        AnalyzerError: if it is no address of that form.

    >>> checked_address("tcp://node-7:8786/")
    'tcp://node-7:8786'
    """
    match = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if match is None or match["scheme"] not in SCHEMES:
        raise AnalyzerError(f"scheduler {address!r}: give the address at which it listens, e.g. tcp://host:8786")
    port = whole_number(int(match["port"]), f"scheduler {address}: port", 1, LAST_PORT)
    return f"{match['scheme']}://{match['host']}:{port}"
