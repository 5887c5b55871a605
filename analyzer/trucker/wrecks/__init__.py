"""Wrecks: numbered sets of surviving components, and tables of the facts that follow from each."""
