"""Best play alone, computed exactly or bounded."""
