"""Verbs of Galaxy Trucker under "About its flights" in the help."""

from __future__ import annotations

from dataclasses import replace
from os.path import isfile
from pathlib import Path
from typing import Annotated, Any

from analyzer.cli.drawing import NO_BROWSER, NOTED, PORT, check_server, serve_notes
from analyzer.cli.option_records import HelpTexts, OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import WHERE, WHO, AmountOptions, EventsOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.cli.story import RECORD_FILE, RECORD_FILES, REVIEWED, StoryOptions
from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.montecarlo.workers import read_processes
from analyzer.present.view import view_of_descriptions
from analyzer.trucker.arguments import NAMED_CAPTAINS
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.flying import MOST_AFTER_EACH, JudgingCaptain, changes, experiment_from, fly_and_tell
from analyzer.trucker.command.options import (
    SHIP_FILE,
    SHIP_FILES,
    AllOptions,
    AloneOtherwise,
    DeckOptions,
    PlayerOptions,
    RaceOptions,
    RivalOptions,
    SearchOptions,
    TripOptions,
    load,
    load_ships,
)
from analyzer.trucker.world import PRECISE_ENOUGH


def fly(
    ships: list[Path] | None = argument(None, "Ship files (.yaml); none with --from.", metavar="SHIP..."),
    *,
    position: Path | None = option(
        None,
        "Fly the rest of the flight from this position file (.yaml) on, in place of ships.",
        "--from",
        metavar="FILE",
        rich_help_panel=WHERE,
    ),
    flight: AllOptions,
    amount: Annotated[AmountOptions, Trials(slow=40, enough=PRECISE_ENOUGH)],
    events: EventsOptions,
    rows: RowsOptions,
    output: OutputOptions,
    other_captains: bool = option(
        True,
        "Also fly 1,000 of the flights under other captains (not if you name thinker or several captains).",
        "--other-captains/--no-other-captains",
        rich_help_panel=WHO,
    ),
) -> None:
    """Fly each ship many times: in the field of its board, against rivals of your choice, or alone.

    With --from: fly only the rest of a flight, from a position that you wrote down at the table.
    """
    output.check(amount, rows)
    from analyzer.trucker.conditions import plan_by_ship

    if position is not None:
        begun = experiment_from(position, ships or [], flight)
        fly_and_tell([begun], amount, rows, output, events, other_captains)
        return
    if not ships:
        raise AnalyzerError("name a ship file, or a position with --from")
    layouts, conditions = load(ships, flight)
    others = other_captains and len(flight.captain or ()) <= 1
    fly_and_tell(plan_by_ship(layouts, flight.level, flight.seed, **conditions), amount, rows, output, events, others)


def race(
    ships: list[Path] = SHIP_FILES,
    *,
    flight: RaceOptions,
    amount: Annotated[AmountOptions, Trials(slow=40, enough=PRECISE_ENOUGH)],
    events: EventsOptions,
    rows: RowsOptions,
    output: OutputOptions,
) -> None:
    """Fly two to four ships in one convoy: who wins, and who beats whom.

    --start sets the first ship's place in the starting order.
    """
    output.check(amount, rows)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    from analyzer.trucker.questions.race import raced
    from analyzer.trucker.view import view_of_races

    layouts, conditions = load(ships, flight)
    results = run([raced(layouts, flight.level, flight.seed, **conditions)], amount, rows, events)
    output.tell(view_of_races(results, list(changes(results, amount.run_by()))))


def advise(
    position: Path = argument(..., "Position file (.yaml) with the card at hand.", metavar="POSITION"),
    *,
    search: Annotated[
        SearchOptions, OnlyFields("goal"), HelpTexts(goal="Rank options by credits, arrived, richest or first.")
    ],
    players: JudgingCaptain,
    trip: Annotated[TripOptions, OnlyFields("seed")],
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "quiet"),
        Trials(4_000, default_text="4,000; thinker: 100"),
        HelpTexts(flights=MOST_AFTER_EACH),
    ],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Rank every option of the decision that is open for your ship by flying the rest of the flight after each.

    E.g. analyzer advise ships/2007/which-planet.yaml --flights 1000
    """
    output.check()
    from analyzer.trucker.questions.advise import advise as ask

    how = {"seed": trip.seed, "captain": players.only(), "goal": search.goal}
    output.tell(view_of_descriptions([amount.answer(ask, position, runs=0, **how)]))


def explain(
    ship: Path = SHIP_FILE,
    flight: int = option(..., "Number of the flight, from 0, as in `fly` under the same seed."),
    *,
    review: bool = REVIEWED,
    to: Annotated[
        StoryOptions,
        HelpTexts(goal="With --review: judge options by credits (if none is named), arrived, richest or first."),
    ],
    options: AllOptions,
    amount: Annotated[AmountOptions, OnlyFields("quiet"), Trials(1_000)],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Retell one flight card by card: rolls, hits, decisions and the values behind them, days and credits.

    A line with ~ is about a rival; a line with = is the state of the ship after the card.
    """
    from analyzer.trucker.records.flight_record import load_record

    to.check(output, load_record=load_record)
    whole_number(flight, "--flight", 0)
    how: Any = to.wanted(is_review=review)
    from analyzer.trucker.questions.explain import explain as ask
    from analyzer.trucker.questions.review import review as judge

    layouts, conditions = load([ship], options)
    story = ask(layouts, flight, options.level, options.seed, **conditions)
    if not review:
        to.tell([story], output, story)
        return
    answer = to.judged(
        lambda flights, watch: judge(story.record(), flights, options.seed, progress=watch, **how), amount
    )
    to.tell([answer], output, story)


def table(
    file: Path = argument(..., "Ship file, position file, or record file (.yaml) to go on with.", metavar="FILE"),
    *,
    to: Path | None = NOTED,
    players: PlayerOptions,
    trip: Annotated[TripOptions, OnlyFields("seed")],
    port: int | None = PORT,
    no_browser: bool = NO_BROWSER,
) -> None:
    """Note a flight while you play it: a page in the browser with your ship, what may come next, and advice.

    Cards, rolls and decisions are chosen by a click or a key, and saved as a record. The page runs here until Ctrl-C.
    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    check_server()
    from analyzer.trucker.designer.at_table import load_notes

    serve_notes(*load_notes(file, players.only(), trip.seed), file, to, port, no_browser)


def replay(
    records: list[Path] = RECORD_FILES,
    *,
    to: Annotated[StoryOptions, OnlyFields("page")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Check your own flights card by card: what breaks a rule is refused with the rule, and the rest is flown."""
    to.check(output, len(records))
    from analyzer.trucker.records.flight_record import load_record
    from analyzer.trucker.records.replay import replay as replay_record

    to.tell([replay_record(record) for record in all_or_faults(load_record, records)], output)


def review(
    record: Path = RECORD_FILE,
    *,
    search: Annotated[
        SearchOptions, OnlyFields("goal"), HelpTexts(goal="Judge options by credits, arrived, richest or first.")
    ],
    players: JudgingCaptain,
    trip: Annotated[TripOptions, OnlyFields("seed")],
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(1_000, default_text="1,000; thinker: 50"),
        HelpTexts(flights=MOST_AFTER_EACH),
    ],
    to: Annotated[StoryOptions, OnlyFields("page", "quick")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Judge your decisions in a record by what you knew then, against all other options, and show what luck did.

    E.g. analyzer review ships/2007/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.trucker.captains import load_captain
    from analyzer.trucker.questions.review import review as ask
    from analyzer.trucker.questions.review import usual_flights

    captain = load_captain(players.only())
    how: Any = {"captain": captain, "goal": search.goal, "workers": read_processes(amount.workers)}
    answer = to.judged(
        lambda flights, watch: ask(record, flights, trip.seed, progress=watch, **how),
        amount, usual_flights(captain),
    )  # fmt: skip
    to.tell([answer], output)


OF_THE_CARDS = "The edition whose cards are listed: 2007 (default), 2021, or a folder of tables of your own."


def deck(
    words: list[str] | None = argument(
        None,
        "A level, to list the cards that its flights can meet, and words to search for, e.g. II pirates 6.",
        metavar="[LEVEL] [WORD]...",
    ),
    *,
    trip: Annotated[TripOptions, OnlyFields("edition"), HelpTexts(edition=OF_THE_CARDS)],
    output: Annotated[OutputOptions, WithoutFields("plot")],
) -> None:
    """List the cards of an edition by number, with what is printed on them, or search them by words."""
    output.check()
    for word in words or []:
        if isfile(word):
            raise AnalyzerError(f"{word}: is a file, but cards are searched by level and words, e.g. deck II pirates 6")
    from analyzer.trucker.edition import load_edition
    from analyzer.trucker.editions import named_edition
    from analyzer.trucker.questions.deck import USUAL
    from analyzer.trucker.questions.deck import deck as cards_of

    said = " ".join(words or []).split()
    levels = load_edition(named_edition(trip.edition) if trip.edition else USUAL).levels
    level = said.pop(0) if said and said[0] in levels else None
    output.tell(view_of_descriptions([cards_of(level, " ".join(said), edition=trip.edition)]))


ONE_LARGE = "one-large"


def cards(
    ships: list[Path] = SHIP_FILES,
    *,
    flight: AllOptions,
    amount: Annotated[AmountOptions, Trials(slow=40, is_most=True)],
    output: OutputOptions,
    one_large: str | None = option(
        None,
        "Class IVC: compare the fleet, card by card, with the same build as one large ship (default 300 flights "
        "for each card).",
        "--against",
        metavar="one-large",
    ),
) -> None:
    """Measure what each card changes for each ship: in the field, against other rivals or alone.

    Decks are random, so flights with a card are compared with flights without it. With --against one-large (class IVC),
    the fleet and the same build as one large ship meet each card by itself.
    """
    output.check(amount)
    if one_large is not None:
        _as_one(one_large, ships, flight, amount, output)
        return
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.cards import sort_by_card

    layouts, conditions = load(ships, flight)
    experiments = plan_by_ship(layouts, flight.level, flight.seed, **conditions)
    output.tell(view_of_descriptions(amount.answer(sort_by_card, experiments, runs=len(experiments))))


def _as_one(
    against: str,
    ships: list[Path],
    flight: AllOptions,
    amount: AmountOptions,
    output: OutputOptions,
) -> None:
    """Compare builds as fleets with the same builds as one large ship, card by card."""
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.as_a_fleet import as_one
    from analyzer.trucker.questions.insure.call import checked_build

    if against.replace("_", "-").lower() != ONE_LARGE:
        raise AnalyzerError(f"--against {against[:40]}: a fleet is compared with {ONE_LARGE}")
    layouts, conditions = load(ships, flight)
    all_or_faults(checked_build, layouts)
    experiments = plan_by_ship(layouts, flight.level, flight.seed, **conditions)
    output.tell(view_of_descriptions(amount.answer(as_one, experiments, runs=len(experiments))))


def exact(
    ship: Path = SHIP_FILE,
    *,
    card: str | None = option(None, "One card: its number, e.g. 2007/28 or 28, or words of it, e.g. 'pirates 6'."),
    every: bool = option(
        False, "Every card that a flight at the ship's level can meet, the most harmful first.", "--all"
    ),
    deck: Annotated[
        DeckOptions,
        OnlyFields("cards", "cards_file"),
        HelpTexts(cards="A short route: these cards in this order, e.g. 28,29,'pirates 6'."),
    ],
    trip: Annotated[
        TripOptions,
        OnlyFields("start", "edition"),
        HelpTexts(start="The ship's place in the starting order, from 1 (default)."),
    ],
    players: Annotated[
        PlayerOptions,
        HelpTexts(captain=f"{NAMED_CAPTAINS} or a captain file (.yaml) without `thinks`."),
    ],
    rivals: Annotated[RivalOptions, AloneOtherwise()],
    fleets: Annotated[FleetOptions, OnlyFields("joined", "dice", "tables")],
    output: OutputOptions,
    budget: int = option(
        200_000,
        "Keep at most this many possible outcomes. The least likely ones are dropped, and "
        "a note says by how much chances may be wrong.",
    ),
) -> None:
    """Calculate exactly what a card or a short route does to a ship: every roll of the dice is counted.

    Give one of --card, --cards and --all.

    The ship flies alone here, but in the field in `fly` and most other verbs:
    add --rivals field before you compare their numbers.

    For a build of class IVC the two dice that join its quarters are counted too, unless --dice or --joined fixes them.
    """
    if sum((card is not None, bool(deck.cards), every)) != 1:
        raise AnalyzerError("give exactly one of --card, --cards and --all, e.g. --card 2007/28")
    numbers, start = deck.chosen(), 1 if trip.start is None else trip.start
    output.check()
    from analyzer.trucker.cards.route import home_level
    from analyzer.trucker.conditions import load_rivals
    from analyzer.trucker.questions.exact import Overview, exact_all
    from analyzer.trucker.questions.exact import exact as exact_one

    (layout,) = load_ships([ship], trip.edition)
    (captain,) = players.of([layout])
    layout, tables = fleets.settled(layout), fleets.own_tables()
    against = load_rivals(rivals.load(trip.edition), home_level(layout), layout.board.edition, [layout])
    how: Any = {"rivals": against, "captain": captain, "start": start, "budget": budget, "tables": tables}
    how["cards_file"] = deck.cards_file
    if every:
        output.tell(view_of_descriptions([Overview(exact_all(layout, **how))]))
    else:
        answer = exact_one(layout, card, cards=numbers, **how)
        output.tell(replace(view_of_descriptions([answer]), table=Overview([answer]).table))
