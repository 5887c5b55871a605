"""The options of Cosmic Lorry, each written once, and the table of its verbs."""
