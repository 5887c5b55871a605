"""Cards: piles, routes, forecasts, and the chances of decks."""
