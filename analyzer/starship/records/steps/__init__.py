"""The steps of a record, by the rule they follow: each asks the rules if it may be done, and does it or says why."""
