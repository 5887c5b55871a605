"""The classes of answers, to name them in annotations: what the calls of `analyzer` give back."""

# ruff: noqa: I001

# classes of answers
from .trucker.questions.balance.answer import Balance as Balance
from .trucker.questions.report.balance import Report as Report
from .answers.both_settings import BothSettings as BothSettings
from .answers.by_itself import ByItself as ByItself
from .trucker.editions.answer import TwoEditions as TwoEditions
from .trucker.story.story import Story as Story
from .trucker.edition import Edition as Edition
from .answers.edition import EditionContents as EditionContents
from .answers.edition import EditionDifferences as EditionDifferences, NewEdition as NewEdition
from .files.editions.differing import Difference as Difference
from .trucker.fleets.insurance import Insurance as Insurance
from .trucker.fleets.joining import Joining as Joining
from .trucker.fleets.tables import FleetTables as FleetTables
from .trucker.journey.answer import Journey as Journey, Standing as Standing
from .trucker.journey.titles import Title as Title
from .trucker.questions.insure.answer import CostOfInsurance as CostOfInsurance
from .trucker.questions.insure.premiums import InsuranceOf as InsuranceOf
from .trucker.questions.advise.answer import Advice as Advice
from .trucker.questions.cards.answer import CardEffect as CardEffect, CardEffects as CardEffects
from .trucker.questions.cards.answer import ShipEffects as ShipEffects
from .trucker.questions.exact.answer import Exact as Exact
from .trucker.questions.as_a_fleet.answer import FleetEffects as FleetEffects
from .trucker.questions.hazards.call import HazardTable as HazardTable
from .trucker.questions.layouts.answer import LayoutValues as LayoutValues
from .trucker.questions.fly.other_captains import OtherCaptains as OtherCaptains
from .trucker.questions.deck.call import Deck as Deck
from .trucker.questions.parts.call import Part as Part, Parts as Parts
from .trucker.questions.race.answer import Race as Race
from .trucker.position.position import Position as Position, ShipInFlight as ShipInFlight
from .trucker.records.flight_record import Record as Record
from .trucker.records.replay import Replayed as Replayed
from .trucker.questions.review.answer import Review as Review
from .trucker.questions.strike.answer import Strike as Strike
from .trucker.questions.swap.answer import Swap as Swap, Swaps as Swaps
from .trucker.questions.captain.call import TunedCaptain as TunedCaptain
from .trucker.questions.course.answer import Course as Course, ShipCourse as ShipCourse
from .trucker.questions.weak.answer import Weakness as Weakness
from .trucker.ship.cures import Cure as Cure
from .trucker.sweep.answer import Sweep as Sweep
from .trucker.questions.improve.answer import Improved as Improved
from .trucker.questions.place.answer import Placements as Placements
from .trucker.questions.explore.answer import ShipChart as ShipChart
from .trucker.questions.place.tile_worth import TileWorth as TileWorth
