"""Monte Carlo ship and route analyser for tabletop space trucking: the public face."""

# ships on paper
# what the user did wrong
from .errors import AnalyzerError as AnalyzerError

# pictures
from .plots.distributions import plot_components_lost as plot_components_lost
from .plots.distributions import plot_credits as plot_credits
from .statistics.histogram import Histogram as Histogram

# many flights
from .trucker.captain import Captain as Captain
from .trucker.captain import load_captain as load_captain

# exact answers
from .trucker.exact import Exact as Exact
from .trucker.exact import exact as exact
from .trucker.fly import fly as fly
from .trucker.results import Result as Result
from .trucker.results import ShipResult as ShipResult
from .trucker.ship.component import Component as Component
from .trucker.ship.component import Side as Side
from .trucker.ship.flaws import Flaw as Flaw
from .trucker.ship.layout import Layout as Layout
from .trucker.ship.repair import repair as repair
from .trucker.ship.shipfile import load_ship as load_ship
from .trucker.ship.shipfile import save_ship as save_ship

# one hazard
from .trucker.strike import Strike as Strike
from .trucker.strike import barrage as barrage
from .trucker.strike import strike as strike

__version__: str
