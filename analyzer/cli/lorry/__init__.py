"""The verbs of Cosmic Lorry, a module a verb, under `analyzer lorry`."""
