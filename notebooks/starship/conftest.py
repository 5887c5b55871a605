"""No kernel is started for these but with `ANALYZER_KERNELS=all`: their cells run in tests/test_notebooks.py."""

import os

if os.environ.get("ANALYZER_KERNELS") != "all":
    collect_ignore_glob = ["*.ipynb"]
