"""Flights that were really flown, written down and checked card by card."""
