"""The view of answers of every game, whatever they are answers of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.present.view import View, described
from analyzer.world import beside


def view_of(results: Sequence[Any]) -> View:
    """That of answers of one kind: by the `view.py` beside their class, or as they describe themselves."""
    from analyzer.answers.comparison import Comparison
    from analyzer.present import comparison

    if module := beside(results[0], "view"):
        view: View = module.view_of(results)
        return view
    return comparison.view_of(results) if isinstance(results[0], Comparison) else described(results)
