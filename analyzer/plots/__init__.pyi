"""Every picture as a function; an answer knows its own (`result.plot()`, `result.figures()`)."""

# ruff: noqa: I001

# pictures of all games
from .distributions import plot_components_lost as plot_components_lost, plot_credits as plot_credits
from .differences import plot_differences as plot_differences
from .risk import plot_risk as plot_risk
from .waterfall import plot_waterfall as plot_waterfall
from .tidy import plot_table as plot_table

# pictures of Galaxy Trucker
from .trucker.cards import plot_cards as plot_cards
from .trucker.course import plot_course as plot_course
from .trucker.crews import plot_aliens as plot_aliens
from .trucker.editions import plot_steps as plot_steps
from .trucker.exact import plot_exact as plot_exact, plot_exact_losses as plot_exact_losses
from .trucker.exact import plot_harm as plot_harm
from .trucker.hazards import plot_hazards as plot_hazards
from .trucker.prices import plot_prices as plot_prices
from .trucker.fleets import plot_fleets as plot_fleets
from .trucker.hits import plot_hits as plot_hits
from .trucker.fleet import plot_fleet_survival as plot_fleet_survival
from .trucker.fleet_effects import plot_fleet_effects as plot_fleet_effects
from .trucker.insurance import plot_insurance as plot_insurance, plot_layouts_insured as plot_layouts_insured
from .trucker.layouts import plot_by_layout as plot_by_layout, plot_layouts as plot_layouts
from .trucker.journey import plot_journey as plot_journey
from .trucker.ship_map import plot_ship_map as plot_ship_map
from .trucker.swaps import plot_swaps as plot_swaps
from .trucker.ship_chart import plot_ship_chart as plot_ship_chart
from .trucker.improved import plot_improved as plot_improved
from .trucker.placements import plot_placements as plot_placements, plot_places as plot_places

# pictures of Cosmic Lorry
from .lorry.galaxy import plot_galaxy as plot_galaxy
from .lorry.heat import plot_boxes as plot_boxes
from .lorry.made import plot_made as plot_made
from .lorry.pairs import plot_routes as plot_routes, plot_scored as plot_scored
from .lorry.worths import plot_worths as plot_worths

# pictures of Starship Catan: a room of their own
from . import starship as starship
