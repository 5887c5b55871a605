"""Journeys: several flights in a row with money carried over, teams, and the titles of the trek of 2021."""
