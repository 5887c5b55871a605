"""The options of Galaxy Trucker, each written once, and the table of its verbs."""
