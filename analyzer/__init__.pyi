"""Monte Carlo ship and route analyser for tabletop space trucking: the public face."""

# ruff: noqa: I001

# ships on paper
from .trucker.ship.component import Component as Component, Side as Side
from .trucker.ship.flaws import Flaw as Flaw
from .trucker.ship.layout import Layout as Layout
from .trucker.ship.shipfile import load_ship as load_ship, save_ship as save_ship
from .trucker.ship.field import load_field as load_field
from .trucker.ship.repair import repair as repair
from .trucker.ship.cures import cures as cures
from .trucker.ship.blank import new_ship as new_ship
from .trucker.ship.box import missing_from_box as missing_from_box

# what is in the box
from .trucker.questions.parts import parts as parts

# class IVC: fleets that dice make of a build, and their insurance
from .trucker.fleets.fleet import Fleet as Fleet, fleet as fleet
from .trucker.fleets.joining import joining as joining
from .trucker.fleets.as_met import card as card
from .trucker.fleets.insurance import insurance as insurance
from .trucker.questions.insure import insure as insure
from .trucker.questions.layouts_of import layouts_of as layouts_of
from .trucker.fleets.tables import fleet_tables as fleet_tables

# one hazard
from .trucker.questions.strike import barrage as barrage, strike as strike

# one card or a short route, exactly
from .trucker.questions.exact import exact as exact, exact_all as exact_all

from .trucker.questions.hazard_table import hazard_table as hazard_table

# many flights
from .trucker.captains.captain import Captain as Captain
from .trucker.captains.named import load_captain as load_captain
from .trucker.cards.forecast import Forecast as Forecast
from .trucker.cards.forecastfile import load_forecast as load_forecast
from .trucker.conditions import Conditions as Conditions
from .trucker.fly import fly as fly
from .trucker.workshop.stand import fly_each as fly_each
from .trucker.questions.race import race as race
from .runs.merge import merge as merge
from .runs.cluster.cluster import Cluster as Cluster, cluster as cluster
from .trucker.result import Result as Result, ShipResult as ShipResult
from .statistics.estimate import Estimate as Estimate
from .statistics.histogram import Chance as Chance, Histogram as Histogram

# several flights in a row
from .trucker.journey.journey import journey as journey
from .trucker.journey.compare import compare_journeys as compare_journeys
from .trucker.journey.titlesfile import load_titles as load_titles

# one flight, card by card
from .trucker.explain.explain import explain as explain

# which ship is better
from .trucker.questions.compare import compare as compare
from .trucker.questions.settings import compare_settings as compare_settings
from .runs.compare import compare_experiments as compare_experiments
from .results.comparison import Comparison as Comparison
from .trucker.editions.in_edition import in_edition as in_edition
from .trucker.editions.two_editions import compare_editions as compare_editions

# advice
from .trucker.questions.foresight import compare_forecast as compare_forecast
from .trucker.questions.crews import compare_crews as compare_crews
from .trucker.questions.other_captains import other_captains as other_captains
from .trucker.questions.tuning import tune_captain as tune_captain
from .trucker.captains.captainfile import save_captain as save_captain

from .trucker.questions.swap import swap as swap
from .trucker.questions.weak import weak_points as weak_points

# the workshop: many layouts tried
from .trucker.workshop.place import place as place
from .trucker.workshop.explore import explore as explore
from .trucker.workshop.improve import improve as improve
from .trucker.workshop.tile_worth import tile_worth as tile_worth

# drawn in a notebook
from .designer.show import designer as designer

# what happens on the way, and which cards matter
from .trucker.questions.course import course as course
from .trucker.questions.card_effects import card_effects as card_effects
from .trucker.questions.against_one_large import fleet_effects as fleet_effects

# ships by captains by rivals by levels by conditions
from .trucker.sweep.sweep import sweep as sweep

# all of it in one page
from .report.trucker.balance import report as report

# rooms of their own: the other two games, every picture as a function, the classes of answers
from . import lorry as lorry, plots as plots, starship as starship, types as types

# what the user did wrong
from .errors import AnalyzerError as AnalyzerError

__version__: str
