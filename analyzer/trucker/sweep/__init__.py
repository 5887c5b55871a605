"""Sweeps: ships by captains by rivals by levels by conditions, flown into one file, in one table."""
