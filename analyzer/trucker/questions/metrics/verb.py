"""`analyzer metrics`: every metric with its unit and meaning; as a page, those of all games."""

from analyzer.cli.metrics import verb_of

metrics = verb_of("trucker", "starship", "lorry")
