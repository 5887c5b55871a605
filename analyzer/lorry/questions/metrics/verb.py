"""`analyzer lorry metrics`: every metric with its unit and meaning."""

from analyzer.cli.metrics import Output, Page, tell_metrics


def metrics(*, out: Page = None, output: Output) -> None:
    """List every metric with its unit and meaning; the names serve in tables, JSON, exports, Python and --precision."""
    tell_metrics(out, output, "lorry")
