"""The cluster of a command: joined once, silently, and left when the command ends."""

from __future__ import annotations

import atexit
import logging
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.runs.cluster.cluster import Cluster

TALKATIVE = ("distributed", "distributed.client", "distributed.core", "tornado.application")
"""Loggers that tell of lost connections, which the command tells in its own words."""


@cache
def joined(address: str) -> Cluster:
    """The cluster whose scheduler listens there; raises AnalyzerError where none does."""
    from analyzer.runs.cluster.cluster import cluster

    workers = cluster(address)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    atexit.register(workers.close)
    return workers
