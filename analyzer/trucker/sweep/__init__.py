"""Sweeps: ships by captains by rivals by levels by conditions, flown into one file and told in one table."""
