"""Figures of what only Starship Catan can show."""

# ruff: noqa: I001

# of turns and games
from .drawing import plot_by_turn as plot_by_turn, plot_score as plot_score, plot_wins as plot_wins

# of choices
from .drawing import plot_choices as plot_choices, plot_further_cards as plot_further_cards
from .drawing import plot_modules as plot_modules, plot_pay_or_fight as plot_pay_or_fight

# of how games go
from .figures import plot_astro as plot_astro, plot_points_over_turns as plot_points_over_turns
