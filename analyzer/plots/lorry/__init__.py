"""Pictures of what only Cosmic Lorry has."""
