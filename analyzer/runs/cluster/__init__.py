"""Trials on the workers of a Dask cluster, which somebody else started: another kind of workers."""
