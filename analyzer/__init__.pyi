"""Monte Carlo ship and route analyser for tabletop space trucking: the public face."""

# ruff: noqa: I001

# ships on paper
from .trucker.ship.component import Component as Component, Side as Side
from .trucker.ship.flaws import Flaw as Flaw
from .trucker.ship.layout import Layout as Layout
from .trucker.ship.shipfile import load_ship as load_ship, save_ship as save_ship
from .trucker.ship.shipfile import load_field as load_field
from .trucker.ship.cures import repair as repair
from .trucker.ship.cures import cures as cures
from .trucker.ship.blank import new_ship as new_ship
from .trucker.questions.new import import_ship as import_ship
from .trucker.ship.box import missing_from_box as missing_from_box

# what is in the box
from .trucker.questions.deck import deck as deck
from .trucker.questions.parts import parts as parts

# editions of one's own
from .trucker.questions.edition import load_edition as load_edition, new_edition as new_edition
from .trucker.questions.edition import check_edition as check_edition
from .trucker.questions.edition import edition_differences as edition_differences
from .trucker.questions.edition import load_rules as load_rules, new_kind as new_kind

# class IVC: fleets that dice make of a build, and their insurance
from .trucker.fleets.fleet import Fleet as Fleet
from .trucker.fleets.of_build import fleet as fleet
from .trucker.fleets.joining import joining as joining
from .trucker.fleets.tables import card as card
from .trucker.fleets.tables import insurance as insurance
from .trucker.questions.insure.call import insure as insure
from .trucker.questions.layouts.call import layouts_of as layouts_of
from .trucker.fleets.tables import fleet_tables as fleet_tables

# one hazard
from .trucker.questions.strike import barrage as barrage, strike as strike

# one card or a short route, exactly
from .trucker.questions.exact import exact as exact, exact_all as exact_all

from .trucker.questions.hazards import hazard_table as hazard_table

# many flights
from .trucker.captains import Captain as Captain
from .trucker.captains import load_captain as load_captain
from .trucker.cards.forecast import Forecast as Forecast
from .trucker.cards.cardsfile import load_forecast as load_forecast
from .trucker.conditions import Conditions as Conditions
from .trucker.api import fly as fly
from .trucker.workshop.bench import fly_each as fly_each
from .trucker.questions.race import race as race
from .runs.merge import merge as merge
from .present.exported import read as read
from .runs.cluster.cluster import Cluster as Cluster, cluster as cluster
from .trucker.result import Result as Result, ShipResult as ShipResult
from .statistics.estimate import Estimate as Estimate
from .statistics.histogram import Chance as Chance, Histogram as Histogram

# several flights in a row
from .trucker.journey.call import journey as journey
from .trucker.journey.call import compare_journeys as compare_journeys
from .trucker.journey.trek import load_titles as load_titles

# one flight, card by card
from .trucker.questions.explain import explain as explain

# at the table: a moment of a flight, and a flight that was noted
from .trucker.position.positionfile import load_position as load_position, save_position as save_position
from .trucker.questions.advise import advise as advise
from .trucker.records.flight_record import load_record as load_record
from .trucker.records.recording import save_record as save_record
from .trucker.records.replay import replay as replay
from .trucker.questions.review import review as review

# which ship is better
from .trucker.questions.compare import compare as compare
from .trucker.questions.compare import compare_settings as compare_settings
from .runs.compare import compare_experiments as compare_experiments
from .answers.comparison import Comparison as Comparison
from .trucker.questions.editions import in_edition as in_edition
from .trucker.questions.editions import compare_editions as compare_editions

# advice
from .trucker.questions.fly import compare_forecast as compare_forecast
from .trucker.questions.crew import compare_crews as compare_crews
from .trucker.questions.fly import other_captains as other_captains
from .trucker.questions.captain import tune_captain as tune_captain
from .trucker.captains import save_captain as save_captain

from .trucker.questions.swap import swap as swap
from .trucker.questions.weak import weak_points as weak_points

# the workshop: many layouts tried
from .trucker.questions.place import place as place
from .trucker.questions.explore import explore as explore
from .trucker.questions.improve import improve as improve
from .trucker.questions.place import tile_worth as tile_worth

# drawn in a notebook
from .trucker.designer.show import designer as designer

# what happens on the way, and which cards matter
from .trucker.questions.course import course as course
from .trucker.questions.balance.call import balance as balance
from .trucker.questions.balance.fix import fix_figure as fix_figure
from .trucker.questions.balance.history import balance_history as balance_history
from .trucker.questions.cards import card_effects as card_effects
from .trucker.questions.as_a_fleet import fleet_effects as fleet_effects

# ships by captains by rivals by levels by conditions
from .trucker.questions.sweep import sweep as sweep

# all of it in one page
from .trucker.questions.report.content import report as report

# rooms of their own: the other two games, every picture as a function, the classes of answers
from . import lorry as lorry, plots as plots, starship as starship, types as types

# what the user did wrong
from .errors import AnalyzerError as AnalyzerError

__version__: str
