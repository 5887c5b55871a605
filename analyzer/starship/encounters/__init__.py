"""What a flight meets: a kind of card a file, each with the rule and, where there is a choice, the captain's."""
