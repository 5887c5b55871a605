"""Questions about ships and flights, one module or folder per question."""
