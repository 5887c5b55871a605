"""Workers of a Dask cluster that was started elsewhere, in place of processes of this machine."""
