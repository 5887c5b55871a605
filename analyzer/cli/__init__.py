"""The `analyzer` command: a module a verb; heavy libraries are imported inside the verbs."""

from analyzer.cli.app import main

__all__ = ["main"]
