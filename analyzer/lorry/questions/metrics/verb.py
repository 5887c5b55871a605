"""`analyzer lorry metrics`: every metric with its unit and meaning."""

from analyzer.cli.metrics import verb_of

metrics = verb_of("lorry")
