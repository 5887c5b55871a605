"""Stories of flights told card by card: their listener, their lines, and how they are shown."""
