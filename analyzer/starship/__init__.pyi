"""Starship Catan: the public face of the second world."""

# ruff: noqa: I001

# ships on paper
from .ship.ship import Flaw as Flaw, Ship as Ship, points as points, special_cards as special_cards
from .ship.shipfile import load_ship as load_ship, save_ship as save_ship
from .switches import Switches as Switches

# positions
from .position.position import Position as Position
from .position.positionfile import load_position as load_position

# who chooses
from .captains.captain import Captain as Captain
from .captains.captainfile import load_captain as load_captain, save_captain as save_captain

# counted out, without a flight
from .questions.fights import fight as fight, fights_in_a_row as fights_in_a_row
from .questions.production import exact_production as exact_production
from .questions.reach import next_card as next_card, reach as reach
from .questions.passenger import exact_passenger as exact_passenger
from .questions.pay_or_fight import PayOrFight as PayOrFight, pay_or_fight as pay_or_fight

# turns and games, many times
from .calls import fly as fly, play as play
from .result import Adventures as Adventures, Games as Games, Turns as Turns

# a game of yours, checked step by step
from .records.replay import replay as replay
from .records.replayed import Replayed as Replayed

# questions answered by them
from .questions.sectors import Sectors as Sectors, sectors as sectors
from .questions.variants import compare as compare, memory as memory, weak as weak
from .questions.modules import ModuleWorths as ModuleWorths, modules as modules
from .questions.exact import Exact as Exact, exact as exact
from .questions.adventures import adventures as adventures

# one game told
from .telling.explain import explain as explain
from .telling.story import Story as Story

# the best prices
from .questions.tuning import TunedCaptain as TunedCaptain, tune_captain as tune_captain

# how games go
from .questions.course import Course as Course, course as course
