"""Monte Carlo ship and route analyser for tabletop space trucking: the public face."""

# ruff: noqa: I001

# ships on paper
from .trucker.ship.component import Component as Component, Side as Side
from .trucker.ship.flaws import Flaw as Flaw
from .trucker.ship.layout import Layout as Layout
from .trucker.ship.shipfile import load_ship as load_ship, save_ship as save_ship
from .trucker.ship.field import load_field as load_field
from .trucker.ship.repair import repair as repair
from .trucker.ship.cures import Cure as Cure, cures as cures
from .trucker.ship.blank import new_ship as new_ship
from .trucker.ship.box import missing_from_box as missing_from_box

# what is in the box
from .trucker.questions.parts import Part as Part, Parts as Parts, parts as parts

# class IVC: fleets that dice make of a build, and their insurance
from .trucker.fleets.fleet import Fleet as Fleet, fleet as fleet
from .trucker.fleets.joining import Joining as Joining, joining as joining
from .trucker.fleets.as_met import card as card
from .trucker.fleets.insurance import Insurance as Insurance, insurance as insurance
from .trucker.questions.insure import insure as insure
from .trucker.questions.layouts_of import layouts_of as layouts_of
from .trucker.questions.layout_values import LayoutValues as LayoutValues
from .trucker.questions.cost_of_insurance import CostOfInsurance as CostOfInsurance, InsuranceOf as InsuranceOf
from .trucker.fleets.tables import FleetTables as FleetTables, fleet_tables as fleet_tables

# one hazard
from .trucker.questions.strike import barrage as barrage, strike as strike
from .trucker.questions.struck import Strike as Strike

# one card or a short route, exactly
from .trucker.questions.exact import Exact as Exact, exact as exact, exact_all as exact_all

from .trucker.questions.hazard_table import HazardTable as HazardTable, hazard_table as hazard_table

# many flights
from .trucker.captains.captain import Captain as Captain
from .trucker.captains.named import load_captain as load_captain
from .trucker.cards.forecast import Forecast as Forecast
from .trucker.cards.forecastfile import load_forecast as load_forecast
from .trucker.conditions import Conditions as Conditions
from .trucker.fly import fly as fly
from .trucker.workshop.stand import fly_each as fly_each
from .trucker.questions.race import race as race
from .trucker.questions.race_result import Race as Race
from .runs.merge import merge as merge
from .runs.cluster.cluster import Cluster as Cluster, cluster as cluster
from .trucker.result import Result as Result, ShipResult as ShipResult
from .statistics.estimate import Estimate as Estimate
from .statistics.histogram import Chance as Chance, Histogram as Histogram

# several flights in a row
from .trucker.journey.journey import journey as journey
from .trucker.journey.compare import compare_journeys as compare_journeys
from .trucker.journey.results import Journey as Journey, Standing as Standing
from .trucker.journey.titles import Title as Title
from .trucker.journey.titlesfile import load_titles as load_titles

# one flight, card by card
from .trucker.explain.explain import explain as explain
from .trucker.explain.story import Story as Story

# which ship is better
from .trucker.questions.compare import compare as compare
from .trucker.questions.settings import compare_settings as compare_settings
from .results.both_settings import BothSettings as BothSettings
from .runs.compare import compare_experiments as compare_experiments
from .results.comparison import Comparison as Comparison
from .trucker.editions.in_edition import in_edition as in_edition
from .trucker.editions.two_editions import compare_editions as compare_editions
from .trucker.editions.result import TwoEditions as TwoEditions

# advice
from .trucker.questions.foresight import compare_forecast as compare_forecast
from .trucker.questions.crews import compare_crews as compare_crews
from .trucker.questions.other_captains import OtherCaptains as OtherCaptains, other_captains as other_captains
from .trucker.questions.tuning import TunedCaptain as TunedCaptain, tune_captain as tune_captain
from .trucker.captains.captainfile import save_captain as save_captain

from .trucker.questions.swap import swap as swap
from .trucker.questions.swaps import Swap as Swap, Swaps as Swaps
from .trucker.questions.weak import weak_points as weak_points
from .trucker.questions.worth import Weakness as Weakness

# the workshop: many layouts tried
from .trucker.workshop.place import place as place
from .trucker.workshop.placements import Placements as Placements
from .trucker.workshop.explore import explore as explore
from .trucker.workshop.ship_chart import ShipChart as ShipChart
from .trucker.workshop.improve import improve as improve
from .trucker.workshop.improved import Improved as Improved
from .trucker.workshop.tile_worth import TileWorth as TileWorth, tile_worth as tile_worth

# drawn in a notebook
from .designer.show import designer as designer

# what happens on the way, and which cards matter
from .trucker.questions.course import course as course
from .trucker.questions.way import Course as Course, ShipCourse as ShipCourse
from .trucker.questions.effects import CardEffect as CardEffect, CardEffects as CardEffects
from .trucker.questions.card_effects import card_effects as card_effects
from .trucker.questions.against_one_large import fleet_effects as fleet_effects
from .trucker.questions.fleet_effects import FleetEffects as FleetEffects
from .trucker.questions.effects import ShipEffects as ShipEffects

# pictures
from .plots.trucker.cards import plot_cards as plot_cards
from .plots.trucker.course import plot_course as plot_course
from .plots.distributions import plot_components_lost as plot_components_lost, plot_credits as plot_credits
from .plots.differences import plot_differences as plot_differences
from .plots.risk import plot_risk as plot_risk
from .plots.trucker.crews import plot_aliens as plot_aliens
from .plots.trucker.editions import plot_steps as plot_steps
from .plots.trucker.exact import plot_exact as plot_exact, plot_exact_losses as plot_exact_losses
from .plots.trucker.exact import plot_harm as plot_harm
from .plots.trucker.hazards import plot_hazards as plot_hazards
from .plots.trucker.prices import plot_prices as plot_prices
from .plots.trucker.fleets import plot_fleets as plot_fleets
from .plots.trucker.hits import plot_hits as plot_hits
from .plots.trucker.fleet import plot_fleet_survival as plot_fleet_survival
from .plots.trucker.fleet_effects import plot_fleet_effects as plot_fleet_effects
from .plots.trucker.insurance import plot_insurance as plot_insurance, plot_layouts_insured as plot_layouts_insured
from .plots.trucker.layouts import plot_by_layout as plot_by_layout, plot_layouts as plot_layouts
from .plots.trucker.journey import plot_journey as plot_journey
from .plots.trucker.ship_map import plot_ship_map as plot_ship_map
from .plots.trucker.swaps import plot_swaps as plot_swaps
from .plots.trucker.ship_chart import plot_ship_chart as plot_ship_chart
from .plots.trucker.improved import plot_improved as plot_improved
from .plots.trucker.placements import plot_placements as plot_placements, plot_places as plot_places
from .plots.waterfall import plot_waterfall as plot_waterfall

from .plots.lorry.galaxy import plot_galaxy as plot_galaxy
from .plots.lorry.heat import plot_boxes as plot_boxes
from .plots.lorry.made import plot_made as plot_made
from .plots.lorry.pairs import plot_routes as plot_routes, plot_scored as plot_scored
from .plots.lorry.worths import plot_worths as plot_worths

from .plots.tidy import plot_table as plot_table

# ships by captains by rivals by levels by conditions
from .trucker.sweep.sweep import sweep as sweep
from .trucker.sweep.result import Sweep as Sweep

# all of it in one page
from .report.trucker.balance import Report as Report, report as report

# what the user did wrong
from .errors import AnalyzerError as AnalyzerError

__version__: str
