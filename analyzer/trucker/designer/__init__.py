"""The designer: a ship drawn in a browser, or in a notebook, with its risk beside it (Galaxy Trucker)."""
