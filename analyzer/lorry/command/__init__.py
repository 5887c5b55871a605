"""Command line of Cosmic Lorry: its options and the table of its verbs."""
