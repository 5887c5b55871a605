"""Designer of Galaxy Trucker: a ship drawn in a browser or a notebook, with its risk beside it."""
