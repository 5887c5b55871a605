"""Cosmic Lorry: the public face of the third world."""

# ruff: noqa: I001

# editions: tables of the game, and of your own
from .questions.edition.call import Edition as Edition, load_edition as load_edition, new_edition as new_edition
from .questions.edition.call import check_edition as check_edition
from .questions.edition.call import edition_differences as edition_differences

# galaxies on paper
from .galaxy.galaxy import Galaxy as Galaxy, default_galaxy as default_galaxy
from .tracks import TRACKS as TRACKS, TYPES as TYPES, WRAPS as WRAPS
from .galaxy.galaxyfile import load_galaxy as load_galaxy, save_galaxy as save_galaxy
from .switches import Switches as Switches

# who chooses
from .captains.captain import Captain as Captain, Thinking as Thinking
from .captains.captainfile import load_captain as load_captain, save_captain as save_captain

# games, many times
from .api import fly as fly, race as race
from .result import Races as Races
from .turn.draft import picking_order as picking_order

# questions answered by them
from .questions.compare.call import compare as compare
from .questions.rulings.call import Rulings as Rulings, rulings as rulings
from .questions.specials.call import specials as specials
from .questions.leave.call import leave as leave
from .questions.begin.call import Openings as Openings, begin as begin
from .worths import Worths as Worths
from .questions.pairs.answer import ScoredPairs as ScoredPairs
from .questions.pairs.call import scored_pairs as scored_pairs
from .questions.captain.call import tune_captain as tune_captain
from .questions.advise.answer import Advice as Advice
from .questions.advise.call import advise as advise
from .questions.review.answer import Review as Review
from .questions.review.call import review as review

# exact results, without a game
from .questions.dice.rolls import shown as shown
from .questions.dice.drafts import Drafts as Drafts, drafts as drafts
from .questions.routes.lone_race import LoneRace as LoneRace, lone_race as lone_race
from .questions.routes.call import Routes as Routes, routes as routes

# positions
from .position.at_turn import AtTurn as AtTurn, Effect as Effect, SoFar as SoFar
from .position.position import Drawn as Drawn, Position as Position
from .position.positionfile import load_position as load_position, save_position as save_position
from .questions.turn.call import PointsNow as PointsNow, points_now as points_now
from .questions.exact.answer import SoloOptimum as SoloOptimum
from .questions.exact.call import exact as exact, solo_optimum as solo_optimum

# a game of yours, checked draw by draw
from .records.game_record import Record as Record, load_record as load_record
from .records.replay import Replayed as Replayed, replay as replay

# one game retold
from .questions.explain.call import explain as explain
