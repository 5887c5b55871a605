"""What Galaxy Trucker knows before a launch: ship files, strength, the box, captains, routes, laws of the deck."""

from analyzer.trucker import captains
from analyzer.trucker.captains import NAMED, Thinking
from analyzer.trucker.cards import cardsfile
from analyzer.trucker.cards.cards_in_words import card_in_words, card_name, matching
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.cards.coming import hazards_of_route
from analyzer.trucker.cards.deck_chances import CardPool, deck_in_any_order, deck_with_own_on_top, rows_by_number
from analyzer.trucker.cards.deck_chances import alike as alike_cards
from analyzer.trucker.cards.piles import Piles
from analyzer.trucker.cards.rest import deal_rest
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.drawing import print_sheets
from analyzer.trucker.editions import same_cards
from analyzer.trucker.ship import box, facts, strength
from analyzer.trucker.ship.bitboard import positions
from analyzer.trucker.ship.box import as_printed, lacking, left_in_box, used_by, with_component
from analyzer.trucker.ship.flaws import EXPLANATIONS
from analyzer.trucker.ship.grid import parse_token, write_token
from analyzer.trucker.ship.shipfile import is_field
from analyzer.trucker.ship.tile_list import load_mapping
