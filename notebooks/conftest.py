"""In tests the notebooks fly few flights: kernels take the environment of the process that starts them."""

import os

os.environ.setdefault("ANALYZER_FLIGHTS", "2000")
