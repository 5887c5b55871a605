"""How many threads numpy starts: none beside the one that works, as runs share processors out among processes."""

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment for that, set before numpy is loaded: on matrices as small as ours threads only wait."""
