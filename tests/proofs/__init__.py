"""Proofs of the numbers: each is a function of a size, small in every test run, large behind `make verify`."""
