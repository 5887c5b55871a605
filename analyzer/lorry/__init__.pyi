"""Cosmic Lorry: the public face of the third world."""

# ruff: noqa: I001

# galaxies on paper
from .galaxy.galaxy import Galaxy as Galaxy, default_galaxy as default_galaxy
from .tracks import TRACKS as TRACKS, TYPES as TYPES, WRAPS as WRAPS
from .galaxy.galaxyfile import load_galaxy as load_galaxy, save_galaxy as save_galaxy
from .switches import Switches as Switches

# who chooses
from .captains.captain import Captain as Captain, Thinking as Thinking
from .captains.captainfile import load_captain as load_captain, save_captain as save_captain

# games, many times
from .calls import fly as fly, race as race
from .result import Races as Races
from .turn.draft import picking_order as picking_order

# questions answered by them
from .questions.compare import compare as compare
from .questions.rulings import Rulings as Rulings, rulings as rulings
from .questions.specials import specials as specials
from .questions.leave import leave as leave
from .questions.begin import Openings as Openings, begin as begin
from .questions.worths import Worth as Worth, Worths as Worths
from .questions.pairs_and_seats import ScoredPairs as ScoredPairs
from .questions.scored_pairs import scored_pairs as scored_pairs
from .questions.tuning import tune_captain as tune_captain
from .questions.advise import Advice as Advice, advise as advise

# counted out, without a game
from .questions.shown import shown as shown
from .questions.drafts import Drafts as Drafts, drafts as drafts
from .questions.lone_race import LoneRace as LoneRace, lone_race as lone_race
from .questions.routes import Routes as Routes, routes as routes

# positions
from .position.position import AtTurn as AtTurn, Drawn as Drawn, Position as Position
from .position.positionfile import load_position as load_position, save_position as save_position
from .questions.points_now import PointsNow as PointsNow, points_now as points_now
from .questions.solo_optimum import SoloOptimum as SoloOptimum, exact as exact, solo_optimum as solo_optimum

# a game of yours, checked draw by draw
from .records.replay import Replayed as Replayed, replay as replay

# one game told
from .telling.explain import explain as explain
