"""Monte Carlo ship and route analyser for tabletop space trucking: the public face."""

# ruff: noqa: I001

# ships on paper
from .trucker.ship.component import Component as Component, Side as Side
from .trucker.ship.flaws import Flaw as Flaw
from .trucker.ship.layout import Layout as Layout
from .trucker.ship.shipfile import load_ship as load_ship, save_ship as save_ship
from .trucker.ship.repair import repair as repair

# one hazard
from .trucker.strike import Strike as Strike, barrage as barrage, strike as strike

# one card or a short route, exactly
from .trucker.exact import Exact as Exact, exact as exact, exact_all as exact_all

from .trucker.hazard_table import HazardTable as HazardTable, hazard_table as hazard_table

# many flights
from .trucker.captain import Captain as Captain, load_captain as load_captain
from .trucker.fly import fly as fly
from .trucker.results import Result as Result, ShipResult as ShipResult
from .statistics.histogram import Histogram as Histogram

from .trucker.weak import Weakness as Weakness, weak_points as weak_points

# pictures
from .plots.distributions import plot_components_lost as plot_components_lost, plot_credits as plot_credits
from .plots.ship_map import plot_ship_map as plot_ship_map

# what the user did wrong
from .errors import AnalyzerError as AnalyzerError

__version__: str
