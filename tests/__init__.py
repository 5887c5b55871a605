"""Tests, as the house is laid out. As in the command, numpy starts no threads: on small matrices they only wait."""

import os

from tests.doors.runs import clock

os.environ.update(clock.ONE_THREAD | os.environ)
