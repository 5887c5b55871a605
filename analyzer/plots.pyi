"""Every picture as a function; an answer knows its own (`result.plot()`, `result.figures()`)."""

# ruff: noqa: I001

# pictures of all games
from .present.figures.distributions import plot_components_lost as plot_components_lost, plot_credits as plot_credits
from .present.figures.differences import plot_differences as plot_differences
from .present.figures.risk import plot_risk as plot_risk
from .present.figures.waterfall import plot_waterfall as plot_waterfall
from .present.figures.tidy import plot_table as plot_table

# pictures of Galaxy Trucker
from .trucker.questions.cards.figures import plot_cards as plot_cards
from .trucker.questions.course.figures import plot_course as plot_course
from .trucker.questions.crew.figures import plot_aliens as plot_aliens
from .trucker.editions.figures import plot_steps as plot_steps
from .trucker.questions.exact.figures import plot_exact as plot_exact, plot_exact_losses as plot_exact_losses
from .trucker.questions.exact.figures import plot_harm as plot_harm
from .trucker.questions.hazards.figures import plot_hazards as plot_hazards
from .trucker.questions.captain.figures import plot_prices as plot_prices
from .trucker.drawing.fleets import plot_fleets as plot_fleets
from .trucker.drawing.hits import plot_hits as plot_hits
from .trucker.drawing.fleet import plot_fleet_survival as plot_fleet_survival
from .trucker.questions.as_a_fleet.figures import plot_fleet_effects as plot_fleet_effects
from .trucker.questions.insure.figures import plot_insurance as plot_insurance
from .trucker.questions.insure.figures import plot_layouts_insured as plot_layouts_insured
from .trucker.questions.layouts.figures import plot_by_layout as plot_by_layout, plot_layouts as plot_layouts
from .trucker.journey.figures import plot_journey as plot_journey
from .trucker.drawing.ship_map import plot_ship_map as plot_ship_map
from .trucker.questions.swap.figures import plot_swaps as plot_swaps
from .trucker.questions.explore.figures import plot_ship_chart as plot_ship_chart
from .trucker.questions.improve.figures import plot_improved as plot_improved
from .trucker.questions.place.figures import plot_placements as plot_placements, plot_places as plot_places

# pictures of Cosmic Lorry
from .lorry.drawing.galaxy import plot_galaxy as plot_galaxy
from .lorry.drawing.heat import plot_boxes as plot_boxes
from .lorry.drawing.totals import plot_made as plot_made
from .lorry.drawing.pairs import plot_routes as plot_routes, plot_scored as plot_scored
from .lorry.drawing.worths import plot_worths as plot_worths

# pictures of Starship Catan: a room of their own
