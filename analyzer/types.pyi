"""The classes of answers, to name them in annotations: what the calls of `analyzer` give back."""

# ruff: noqa: I001

# classes of answers
from .report.trucker.balance import Report as Report
from .results.both_settings import BothSettings as BothSettings
from .results.by_itself import ByItself as ByItself
from .trucker.editions.result import TwoEditions as TwoEditions
from .trucker.explain.story import Story as Story
from .trucker.fleets.insurance import Insurance as Insurance
from .trucker.fleets.joining import Joining as Joining
from .trucker.fleets.tables import FleetTables as FleetTables
from .trucker.journey.results import Journey as Journey, Standing as Standing
from .trucker.journey.titles import Title as Title
from .trucker.questions.cost_of_insurance import CostOfInsurance as CostOfInsurance
from .trucker.questions.premiums import InsuranceOf as InsuranceOf
from .trucker.questions.effects import CardEffect as CardEffect, CardEffects as CardEffects
from .trucker.questions.effects import ShipEffects as ShipEffects
from .trucker.questions.exact import Exact as Exact
from .trucker.questions.fleet_effects import FleetEffects as FleetEffects
from .trucker.questions.hazard_table import HazardTable as HazardTable
from .trucker.questions.layout_values import LayoutValues as LayoutValues
from .trucker.questions.other_captains import OtherCaptains as OtherCaptains
from .trucker.questions.parts import Part as Part, Parts as Parts
from .trucker.questions.race_result import Race as Race
from .trucker.questions.struck import Strike as Strike
from .trucker.questions.swaps import Swap as Swap, Swaps as Swaps
from .trucker.questions.tuning import TunedCaptain as TunedCaptain
from .trucker.questions.way import Course as Course, ShipCourse as ShipCourse
from .trucker.questions.worth import Weakness as Weakness
from .trucker.ship.cures import Cure as Cure
from .trucker.sweep.result import Sweep as Sweep
from .trucker.workshop.improved import Improved as Improved
from .trucker.workshop.placements import Placements as Placements
from .trucker.workshop.ship_chart import ShipChart as ShipChart
from .trucker.workshop.tile_worth import TileWorth as TileWorth
