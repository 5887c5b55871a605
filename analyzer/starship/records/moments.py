"""Moments of a record at which a player decides, with what each player knows then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from analyzer.answers.description import in_words
from analyzer.starship.position.flight import Flight
from analyzer.starship.position.position import Heaps, Position
from analyzer.starship.records.replay import details_of, do_step, game_at, ship_in
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, Rules, Switches
from analyzer.starship.turn.sectors import most_looks

Known = dict[int, set[str]]
"""Cards that a player knows to lie in each sector, by its number."""


class Moments:
    """One game of a record, with the cards that each player has seen.

    Args:
        start: The position at the beginning.
        seed: Seed that deals what the position does not say.
        switches: Switches of the rules.
    """

    def __init__(self, start: Position, seed: int, switches: Switches) -> None:
        self.start, self.switches = start, switches
        self.game = game_at(start, seed, switches)
        of_both = {start.me: start.seen, 1 - start.me: start.seen_by_other}
        self.known: dict[int, Known] = {
            player: {sector: set(heaps.get(sector, ())) for sector in self.game.sectors}
            for player, heaps in of_both.items()
        }
        self.laid_aside = list(start.laid_aside)
        self.top: list[str] = []
        self.bottom: list[str] = []
        """Cards that the sensor put below in the flight that is on; `top` has those it left on top."""
        self.face_down: set[str] = set()
        """Cards that nobody is shown while the flight is on."""
        if start.flight is not None:
            self._note_face_down(start.flight.face_down)
            self.top, self.bottom = [*start.flight.top], [*start.flight.bottom]
        self._see()

    @property
    def rules(self) -> Rules:
        """Tables by which the game is played."""
        return self.game.rules

    def do(self, step: Any) -> str | None:
        """Carry out a step and return None, or return the reason why the rules refuse it and change nothing."""
        was_open, game = self.game.open, self.game
        reason = do_step(game, step)
        if reason is not None:
            return reason
        if step.do == "fly":
            self._note_face_down()
            # The sensor shows its cards to the active player alone.
            self.top, self.bottom = list(step.top or ()), list(step.bottom or ())
            self.known[game.me][step.sector] |= {*self.top, *self.bottom}
        if step.do == "next" and self.top:
            self.top.pop(0)
        gone = [one for one in was_open if one not in game.open]
        self.laid_aside += [one for one in gone if not self.rules.adventure_by_id[one].stays_with_player]
        self._see()
        return None

    def _note_face_down(self, in_row: int = 0) -> None:
        """Remember which cards of this flight nobody may see, because they come from the reserve face down.

        Args:
            in_row: Number of cards at the beginning of the row that came face down. With the switch
                `reserve_face_down`, all cards of the reserve count, too.
        """
        hidden = self.game.reserve if self.switches.face_down else []
        self.face_down = {*hidden, *self.game.row[:in_row]}

    def _see(self) -> None:
        """Let both players know the open cards of the row, and forget cards that left a sector.

        The card of a pirate who waits is not shown.
        """
        game = self.game
        if game.row:
            visible = {card for card in game.row if card not in self.face_down}
            if game.waiting:
                visible.discard(game.facing)
            for known in self.known.values():
                known[game.number] |= visible
        for known in self.known.values():
            for sector, lying in known.items():
                lying &= {*game.sectors[sector]}

    def shown_by_sensor(self, step: Any) -> tuple[str, ...]:
        """Return the cards that the sensor shows at the start of a recorded flight, top first.

        Cards of which the record gives the order come first, then the others of the sector.

        Args:
            step: The recorded step `fly`, which is not done yet.
        """
        many = int(most_looks(self.game.table)[0])
        lying = self.game.sectors[step.sector]
        recorded = list(step.order or ())
        return tuple((recorded + [card for card in lying if card not in recorded])[:many])

    def position(self, viewer: int, looked_at: tuple[str, ...] = (), sector: int = 0) -> Position:
        """Return everything that a player knows now, as a position.

        Args:
            viewer: Number of the player, 0 for Moon.
            looked_at: Cards that the sensor shows, top first.
            sector: Number of the sector in which the sensor shows them.
        """
        game = self.game
        me, is_flight = game.me, game.phase == "flight"
        flight = self._flight(viewer) if is_flight else Flight(sector, looked_at=looked_at) if looked_at else None
        return Position(
            moon=ship_in(game, 0, self.start.moon.name),
            sun=ship_in(game, 1, self.start.sun.name),
            turn=game.table.turn,
            phase="flight" if flight is not None else game.phase,
            roll=int(game.table.roll[0]) or None,
            open=tuple(game.open),
            seen=_heaps(self.known[me], self.known[viewer]),
            gone=self.start.gone,
            seen_by_other=_heaps(self.known[1 - me], self.known[viewer]),
            laid_aside=tuple(self.laid_aside),
            flight=flight,
            used=tuple(sorted(game.used)) if game.phase == "trade" else (),
            purchases=int(game.table.bought[0]) if game.phase == "trade" else 0,
            name=self.start.name,
        )

    def fought(self, viewer: int, dice: Sequence[int]) -> Position:
        """Return everything that a player knows once the dice of a fight lie, before its gain or loss is chosen.

        Args:
            viewer: Number of the player, 0 for Moon.
            dice: Faces of the own die and of the pirate's.
        """
        position = self.position(viewer)
        assert position.flight is not None
        row, cards = tuple(self.game.row), int(self.game.table.cards_flown[0])
        flight = replace(position.flight, row=row, cards=cards, demand=None, done=False, dice=tuple(dice))
        return replace(position, flight=flight)

    def _flight(self, viewer: int) -> Flight:
        """Return the flight in progress, as a player sees it.

        Only the player who flies knows what the sensor showed.
        """
        rules, game = self.rules, self.game
        # A pirate who waits is hidden unless this player already knows the card, e.g. by the sensor.
        is_hidden = bool(game.waiting) and game.facing not in self.known[game.me][game.number]
        turned_up = game.row[:-1] if is_hidden else game.row
        row = tuple(card for card in turned_up if card not in self.face_down)
        opened: tuple[str, ...] = ()
        if game.facing and not game.waiting:
            planet = rules.card_by_id[game.facing].name
            here = (one for one in game.open if rules.adventure_by_id[one].planet == planet)
            opened = tuple(one for one in here if one not in game.may_fulfil)
        return Flight(
            sector=game.number,
            row=row,
            cards=int(game.table.cards_flown[0]) - is_hidden,
            face_down=len(turned_up) - len(row),
            actions=int(game.table.actions[0]),
            done=not game.facing or (game.acted and not game.may_fulfil),
            demand=rules.card_by_id[game.facing].demand if is_hidden else None,
            opened=opened,
            top=tuple(self.top) if viewer == game.me else (),
            bottom=tuple(self.bottom) if viewer == game.me else (),
        )


def _heaps(known: Known, of_viewer: Known) -> Heaps:
    """Return the cards of each sector that both a player and the viewer know; sectors without such cards are left out.

    Args:
        known: Cards that the player knows, by sector.
        of_viewer: Cards that the viewer knows, by sector.
    """
    both = {sector: tuple(sorted(cards & of_viewer[sector])) for sector, cards in known.items()}
    return {sector: cards for sector, cards in both.items() if cards}


def phrase_done(moments: Moments, step: Any, player: int, *, is_own: bool) -> Iterator[str]:
    """Yield sentences on a step that was just done.

    Args:
        moments: The game after the step.
        step: The step.
        player: Number of the player who did it.
        is_own: Whether this is the player under review. Then there are only sentences on results of chance, because
            the review shows the decisions itself.
    """
    name, game = CRESTS[player].capitalize(), moments.game
    if step.do == "produce":
        yield f"{name} rolls a {step.roll}."
    elif step.do == "next":
        latest = game.row[-1] if game.row else ""
        if game.waiting:
            yield f"A pirate asks {name} for {moments.rules.card_by_id[game.facing].demand} Astro."
        elif latest:
            yield f"{name} turns up {card_in_words(moments.rules, latest)}."
    elif step.do == "fight":
        own, pirate = step.dice
        yield f"The dice show {own} for {name}, and {pirate} for the pirate."
    elif not is_own:
        details = details_of(step)
        yield f"{name}: {in_words(step.do)}{f' ({details})' if details else ''}."
