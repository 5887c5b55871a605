"""One flight told card by card: who listens to it, what is kept of it, and how it is shown."""
