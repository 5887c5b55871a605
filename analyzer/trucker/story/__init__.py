"""Stories of flights told card by card: listening to a flight, lines, and presentation."""
