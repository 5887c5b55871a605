"""Classes of answers that the calls of `analyzer` return, for type annotations."""

# ruff: noqa: I001

# classes of answers
from .trucker.questions.balance.answer import Balance as Balance
from .answers.balance.fix import FigureFix as FigureFix
from .trucker.questions.balance.history import BalanceHistory as BalanceHistory
from .trucker.questions.report.content import Report as Report
from .answers.both_settings import BothSettings as BothSettings
from .answers.result import ByItself as ByItself
from .trucker.questions.editions import TwoEditions as TwoEditions
from .trucker.story.story import Story as Story
from .trucker.edition import Edition as Edition
from .trucker.questions.edition import NewKind as NewKind
from .answers.edition import EditionContents as EditionContents
from .answers.edition import EditionDifferences as EditionDifferences, NewEdition as NewEdition
from .files.editions.differences import Difference as Difference
from .trucker.fleets.tables import Insurance as Insurance
from .trucker.fleets.joining import Joining as Joining
from .trucker.fleets.tables import FleetTables as FleetTables
from .trucker.journey.answer import Journey as Journey, Standing as Standing
from .trucker.journey.trek import Title as Title
from .trucker.questions.insure.answer import CostOfInsurance as CostOfInsurance
from .trucker.questions.insure.premiums import InsuranceOf as InsuranceOf
from .trucker.questions.advise import Advice as Advice
from .trucker.questions.cards import CardEffect as CardEffect, CardEffects as CardEffects
from .trucker.questions.cards import ShipEffects as ShipEffects
from .trucker.questions.exact import Exact as Exact
from .trucker.questions.as_a_fleet import FleetEffects as FleetEffects
from .trucker.questions.hazards import HazardTable as HazardTable
from .trucker.questions.layouts.answer import LayoutValues as LayoutValues
from .trucker.questions.fly import OtherCaptains as OtherCaptains
from .trucker.questions.deck import Deck as Deck
from .trucker.questions.parts import Part as Part, Parts as Parts
from .trucker.questions.race import Race as Race
from .trucker.position.position import Position as Position, ShipInFlight as ShipInFlight
from .trucker.records.flight_record import Record as Record
from .trucker.records.replay import Replayed as Replayed
from .trucker.questions.review import Review as Review
from .trucker.questions.strike import Strike as Strike
from .trucker.questions.swap import Swap as Swap, Swaps as Swaps
from .trucker.questions.captain import TunedCaptain as TunedCaptain
from .trucker.questions.course import Course as Course, ShipCourse as ShipCourse
from .trucker.questions.weak import Weakness as Weakness
from .trucker.ship.cures import Cure as Cure
from .trucker.questions.sweep import Sweep as Sweep
from .trucker.questions.improve import Improved as Improved
from .trucker.questions.place import Placements as Placements
from .trucker.questions.explore import ShipChart as ShipChart
from .trucker.questions.place import TileWorth as TileWorth
