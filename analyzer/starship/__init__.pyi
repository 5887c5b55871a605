"""Starship Catan: the public face of the second world."""

# ruff: noqa: I001

# ships on paper
from .ship.ship import Flaw as Flaw, Ship as Ship
from .ship.shipfile import load_ship as load_ship, save_ship as save_ship
from .ship.shipfile import points as points, special_cards as special_cards
from .tables import Switches as Switches

# positions
from .position.position import Position as Position
from .position.positionfile import load_position as load_position, save_position as save_position

# editions: tables of the game, and of your own
from .questions.edition import Edition as Edition, load_edition as load_edition, new_edition as new_edition
from .questions.edition import check_edition as check_edition
from .questions.edition import edition_differences as edition_differences

# the cards of the game
from .questions.cards import CardList as CardList, CardRow as CardRow, cards as cards

# who chooses
from .captains.captain import Captain as Captain
from .captains.captain import load_captain as load_captain, save_captain as save_captain

# exact results, without a flight
from .fights import fight as fight, fights_in_a_row as fights_in_a_row
from .questions.exact import exact_production as exact_production
from .questions.exact import next_card as next_card, reach as reach
from .questions.exact import exact_passenger as exact_passenger
from .questions.fight import PayOrFight as PayOrFight, pay_or_fight as pay_or_fight

# turns and games, many times
from .api import fly as fly, play as play
from .questions.adventures import Adventures as Adventures
from .result import Games as Games, Turns as Turns

# at the table: a moment of a game
from .questions.advise import Advice as Advice
from .questions.advise import advise as advise

# a game of yours, checked step by step
from .records.game_record import Record as Record, load_record as load_record
from .records.recording import save_record as save_record
from .records.replay import replay as replay
from .records.replay import Replayed as Replayed
from .questions.review import Review as Review
from .questions.review import review as review

# questions answered by them
from .questions.sectors import Sectors as Sectors, sectors as sectors
from .questions.compare import compare as compare, memory as memory, weak as weak
from .questions.modules import ModuleWorths as ModuleWorths, modules as modules
from .questions.exact import Exact as Exact, exact as exact
from .questions.adventures import adventures as adventures

# editions in balance
from .questions.balance import Balance as Balance, balance as balance
from .questions.balance import balance_history as balance_history, fix_figure as fix_figure
from .questions.editions import TwoEditions as TwoEditions, compare_editions as compare_editions

# one game retold
from .questions.explain import explain as explain
from .story import Story as Story

# the best prices
from .questions.captain import TunedCaptain as TunedCaptain, tune_captain as tune_captain

# how games go
from .questions.course import Course as Course
from .questions.course import course as course
