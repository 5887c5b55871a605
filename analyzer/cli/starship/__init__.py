"""The verbs of Starship Catan, a module a verb, under `analyzer starship`."""
