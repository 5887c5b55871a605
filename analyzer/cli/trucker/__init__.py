"""The verbs of Galaxy Trucker, a module a verb."""
