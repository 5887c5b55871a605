"""Every picture as a function; an answer knows its own (`result.plot()`, `result.figures()`)."""

# ruff: noqa: I001

# pictures of all games
from .present.figures.distributions import plot_components_lost as plot_components_lost, plot_credits as plot_credits
from .present.figures.forest import plot_differences as plot_differences
from .present.figures.distributions import plot_risk as plot_risk
from .present.figures.distributions import plot_waterfall as plot_waterfall
from .present.figures.tidy import plot_table as plot_table

# pictures of Galaxy Trucker
from .trucker.figures.flights import plot_cards as plot_cards
from .trucker.figures.flights import plot_course as plot_course
from .trucker.figures.comparisons import plot_aliens as plot_aliens
from .trucker.figures.comparisons import plot_steps as plot_steps
from .trucker.figures.flights import plot_exact as plot_exact, plot_exact_losses as plot_exact_losses
from .trucker.figures.flights import plot_harm as plot_harm
from .trucker.figures.ships import plot_hazards as plot_hazards
from .trucker.figures.comparisons import plot_margins as plot_margins
from .trucker.figures.comparisons import plot_prices as plot_prices
from .trucker.drawing.ship_map import plot_fleets as plot_fleets
from .trucker.drawing.flights import plot_hits as plot_hits
from .trucker.drawing.flights import plot_fleet_survival as plot_fleet_survival
from .trucker.figures.fleets import plot_fleet_effects as plot_fleet_effects
from .trucker.figures.fleets import plot_insurance as plot_insurance
from .trucker.figures.fleets import plot_layouts_insured as plot_layouts_insured
from .trucker.figures.fleets import plot_by_layout as plot_by_layout, plot_layouts as plot_layouts
from .trucker.figures.comparisons import plot_journey as plot_journey
from .trucker.drawing.ship_map import plot_ship_map as plot_ship_map
from .trucker.figures.ships import plot_swaps as plot_swaps
from .trucker.figures.ships import plot_ship_chart as plot_ship_chart
from .trucker.figures.ships import plot_improved as plot_improved
from .trucker.figures.ships import plot_placements as plot_placements, plot_places as plot_places

# pictures of Cosmic Lorry
from .lorry.drawing import plot_galaxy as plot_galaxy
from .lorry.drawing import plot_boxes as plot_boxes
from .lorry.drawing import plot_made as plot_made
from .lorry.drawing import plot_routes as plot_routes, plot_scored as plot_scored
from .lorry.drawing import plot_worths as plot_worths

# pictures of Starship Catan: a room of their own
