"""Cosmic Lorry: the public face of the third world."""

# ruff: noqa: I001

# editions: tables of the game, and of your own
from .questions.edition import Edition as Edition, load_edition as load_edition, new_edition as new_edition
from .questions.edition import check_edition as check_edition
from .questions.edition import edition_differences as edition_differences

# galaxies on paper
from .galaxy.galaxy import Galaxy as Galaxy, default_galaxy as default_galaxy
from .tables import TRACKS as TRACKS, TYPES as TYPES, WRAPS as WRAPS
from .galaxy.galaxyfile import load_galaxy as load_galaxy, save_galaxy as save_galaxy
from .tables import Switches as Switches

# who chooses
from .captains.captain import Captain as Captain, Thinking as Thinking
from .captains.captain import load_captain as load_captain, save_captain as save_captain

# games, many times
from .api import fly as fly, race as race
from .result import Races as Races
from .tables import picking_order as picking_order

# questions answered by them
from .questions.balance import Balance as Balance, balance as balance
from .questions.balance import balance_history as balance_history, fix_figure as fix_figure
from .questions.editions import TwoEditions as TwoEditions, compare_editions as compare_editions
from .questions.compare import compare as compare
from .questions.rulings import Rulings as Rulings, rulings as rulings
from .questions.specials import specials as specials
from .questions.leave import leave as leave
from .questions.begin import Openings as Openings, begin as begin
from .worths import Worths as Worths
from .questions.pairs import ScoredPairs as ScoredPairs
from .questions.pairs import scored_pairs as scored_pairs
from .questions.captain import tune_captain as tune_captain
from .questions.advise.answer import Advice as Advice
from .questions.advise.contest import advise as advise
from .questions.review import Review as Review
from .questions.review import review as review

# exact results, without a game
from .questions.dice import shown as shown
from .questions.dice import Drafts as Drafts, drafts as drafts
from .questions.routes import LoneRace as LoneRace, lone_race as lone_race
from .questions.routes import Routes as Routes, routes as routes

# positions
from .position.effects import AtTurn as AtTurn, Effect as Effect, SoFar as SoFar
from .position.position import Drawn as Drawn, Position as Position
from .position.positionfile import load_position as load_position, save_position as save_position
from .questions.turn import PointsNow as PointsNow, points_now as points_now
from .questions.exact.answer import SoloOptimum as SoloOptimum
from .questions.exact.answer import exact as exact, solo_optimum as solo_optimum

# a game of yours, checked draw by draw
from .records.game_record import Record as Record, load_record as load_record
from .records.replay import Replayed as Replayed, replay as replay

# one game retold
from .questions.explain import explain as explain
