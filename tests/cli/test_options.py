"""The options that verbs share: each is written once, and does the same in every verb that takes it."""

from __future__ import annotations

import ast
import inspect
import json
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated

import pandas as pd
import pytest
import typer
from typer.testing import CliRunner

import analyzer
from tests.cli.command_lines import ARROW, FLOWN, HAULER, MILE, PRECISE
from tests.doors.command import (
    LORRY,
    STARSHIP,
    fleet_options,
    multiword_options,
    option_records,
    options,
    trucker_options,
)
from tests.doors.command import TRUCKER as GAME
from tests.doors.montecarlo import blocks
from tests.doors.present import finite
from tests.doors.runs import arguments
from tests.facts import untold
from tests.places import ROOT

KEPT = [*FLOWN]


# Written once


VERBS = [GAME.verb(name) for name in GAME.question]


BY_ITSELF = {"edition"}
"""Options of a type declared once, which verbs without a record that holds them take by themselves."""


def records():
    for module in (options, trucker_options, fleet_options):
        yield from (one for one in vars(module).values() if is_dataclass(one) and one.__module__ == module.__name__)


def test_no_option_is_declared_twice():
    declared = [(record, inspect.get_annotations(record)) for record in records()]
    named = [field.name for record, own in declared for field in fields(record) if field.name in own]
    assert len(named) > 15
    assert sorted(named) == sorted(set(named))


def test_no_verb_retypes_a_field():
    named = {field.name for record in records() for field in fields(record)}
    for verb in VERBS:
        hints = {name: one.annotation for name, one in inspect.signature(verb, eval_str=True).parameters.items()}
        own = {name for name, hint in hints.items() if not is_dataclass(getattr(hint, "__origin__", hint))}
        assert not named & own - BY_ITSELF, verb.__name__


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module)} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def test_no_verb_imports_another_verb():
    verbs = {verb.__module__ for verb in VERBS if ".verbs." in verb.__module__}
    assert len(verbs) > 5
    for name in verbs:
        assert not imported(Path(str(import_module(name).__file__))) & verbs - {name}, name


def test_shared_command_code_knows_no_game():
    for path in (ROOT / "analyzer" / "cli").glob("*.py"):
        assert path.name == "app.py" or not {name for name in imported(path) if "trucker" in name}, path


# Verbs that ask a Python call

ASKING = {
    f"{game.name} {name}": (game.command(name), resolve_name(asked))
    for game in (GAME, LORRY, STARSHIP)
    for name in game.question
    if (asked := getattr(game.verb(name), "asks", ""))
}
OF_THE_COMMAND = {
    "alone", "as_json", "edition", "export", "flights", "help", "plot", "quiet", "rules", "scheduler", "verbose"
}  # fmt: skip
"""Options that are no argument of a call: output, progress, and other spellings of `workers`, `games`, `against`."""


@pytest.mark.parametrize("verb", ASKING)
def test_asking_verb_gives_every_option(verb):
    command, call = ASKING[verb]
    names = arguments.names_of(call)
    own = {one.name for one in command.params} - OF_THE_COMMAND
    assert len(own) > 2
    assert {name for name in own if not {name, f"{name}s", f"{name}es"} & {*names}} == set()


@pytest.mark.parametrize("verb", ASKING)
def test_asking_verb_has_call_defaults(verb):
    command, call = ASKING[verb]
    shown = {one.name: one.default for one in command.params if isinstance(one.default, int | float | str)}
    defaults = {one.name: one.default for one in arguments.full_signature(call).parameters.values()}
    both = shown.keys() & defaults.keys()
    unlike = {(name, shown[name], defaults[name]) for name in both if defaults[name] not in (None, shown[name])}
    assert (unlike, "seed" in both) == (set(), True)


@pytest.mark.parametrize("verb", ASKING)
def test_asking_verb_shows_default_trials(verb):
    """The number of trials in the help is that of the call, as its docstring says."""
    command, call = ASKING[verb]
    shown = [str(one.show_default) for one in command.params if one.name == "flights"]
    default = r"(?:games|turns): [^:]*?(?:([\d,]+) if None|if None,? (?:at most )?([\d,]+))"
    said = re.search(default, str(call.__doc__), re.IGNORECASE)
    usual = [said[1] or said[2].strip(",")] if said else []
    assert {text.split(";")[0].removeprefix("at most ") for text in shown} <= {*usual}


def test_rulings_plays_the_default_games(command, monkeypatch):
    def refuse(_galaxies, games, *_, usual, **__):
        raise analyzer.AnalyzerError(f"{games or usual} games")

    monkeypatch.setattr("analyzer.lorry.questions.rulings.compare", refuse)
    assert command("lorry", "rulings", str(ROOT / "ships/lorry/tiny.yaml")).err == "error: 500 games\n"


# Records in part


def helped(verb, *args: str):
    app = typer.Typer()
    app.command()(option_records.one_option_a_field(verb))
    return CliRunner().invoke(app, args)


def test_partial_option_record_keeps_defaults():
    got = []

    def verb(
        trip: Annotated[trucker_options.TripOptions, option_records.WithoutFields("level", "learning")],
        deck: Annotated[
            trucker_options.DeckOptions,
            option_records.OnlyFields("cards"),
            option_records.HelpTexts(cards="Another word."),
        ],
        amount: Annotated[options.AmountOptions, options.Trials(77, score="cost")],
    ) -> None:
        got.extend([trip, deck, amount])

    assert helped(verb, "--seed", "5", "--cards", "3", "--precision", "2").exit_code == 0
    assert got[0] == trucker_options.TripOptions(seed=5)
    assert got[1] == trucker_options.DeckOptions(cards=["3"])
    assert got[2].amount().most() == 100_000_000
    assert got[2].how()["precision"] == {"cost": 2.0}
    said = helped(verb, "--help").stdout
    assert ("Another word" in said, "77" in said) == (True, True)
    assert not {"--level", "--learning", "--forecast"} & {*said.split()}
    assert helped(verb, "--level", "I").exit_code == 2


def test_several_words_join_one_option():
    several = {
        "--against": multiword_options.Several(together=True),
        "--rivals": multiword_options.Several(alone="field"),
    }
    assert multiword_options.spread(["A", "--against", "B", "C", "--against", "D", "--json"], several) == (
        ["A", "--against", "B,C", "--against", "D", "--json"]
    )
    assert multiword_options.spread(["--against", "--json"], several) == ["--against", "--json"]
    assert multiword_options.spread(["--rivals", "field", "A", "B"], several) == ["--rivals", "field", "A", "B"]


# Kept runs


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", KEPT)
def test_saved_run_is_resumed(command, tmp_path, monkeypatch, verb):
    args = (*FLOWN[verb], "--json", "--save", "s")
    whole = command(*FLOWN[verb], "--json", "--flights", "20")
    assert whole.code == 0, whole.err
    assert command(*args, "--flights", "8").code == 0
    assert command(*args, "--flights", "20").out == whole.out
    with monkeypatch.context() as nothing_flies:
        for flies in ("simulate", "simulate_many"):
            nothing_flies.setattr(f"analyzer.trucker.experiment.Experiment.{flies}", lambda *_, **__: 1 / 0)
        assert command(*args, "--flights", "20").out == whole.out
    assert (tmp_path / "s").exists()


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", KEPT)
def test_file_of_another_verb_is_refused(command, verb):
    other = "cards" if verb != "cards" else "weak"
    assert command(*FLOWN[other], "--flights", "5", "--save", "s").code == 0
    said = command(*FLOWN[verb], "--flights", "5", "--save", "s")
    assert (said.code, said.out) == (2, "")
    assert said.told.startswith("error: s: ")


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", KEPT)
def test_two_machines_share_a_seed(command, verb):
    """Flights 10 to 19 in a file of their own, and merged with those before."""
    assert command(*FLOWN[verb], "--flights", "10", "--save", "a").code == 0
    assert command(*FLOWN[verb], "--flights", "10", "--first", "10", "--save", "b").code == 0
    merged, whole = command("merge", "a", "b"), command(*FLOWN[verb], "--flights", "20")
    assert (merged.code, whole.code) == (0, 0), merged.err
    if verb != "editions":  # two files know no ship, only what is compared
        assert merged.out == whole.out
        told = command(*FLOWN[verb], "--flights", "20", "--json").out
        assert command("merge", "a", "b", "--json").out == told
    assert command(*FLOWN[verb], "--first", "-1").code == 2


@pytest.mark.usefixtures("undrawn")
def test_merged_course_is_shown_and_exported(command, tmp_path):
    ship = analyzer.load_ship(ARROW)
    found = analyzer.course([ship], flights=40, save=tmp_path / "s", rivals="alone")
    said = command("merge", "s", "--export", "t.csv", "--plot", "p")
    assert said.code == 0, said.err
    assert said.out.startswith(f"Paper Arrow: {found.heading()}\n")
    assert f"{found.ships[0].left(8).mean:.2f}" in said.out
    assert said.out.endswith("table: t.csv, columns: t.columns.csv\n")
    assert len(pd.read_csv(tmp_path / "t.csv")) == len(found.table())
    assert (tmp_path / "p" / "course-paper-arrow.png").exists()


@pytest.mark.long
def test_editions_of_two_ships_merge(command, tmp_path):
    assert command("editions", MILE, ARROW, "--alone", "--flights", "2", "--save", "s").code == 0
    said = command("merge", "s", "--export", "t.csv")
    assert said.code == 0, said.err
    assert set(pd.read_csv(tmp_path / "t.csv")["number"]) == {1, 2}


# How precisely, and with how many


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", PRECISE)
def test_precision_ends_the_run(command, monkeypatch, verb):
    monkeypatch.setattr(blocks, "CHECK_STEP", 512)

    def ask(*args):
        said = command(*FLOWN[verb], "--json", *args)
        assert said.code == 0, said.err
        told = json.loads(said.out)
        one = told[0] if isinstance(told, list) else told
        return one["journeys" if "journeys" in one else "flights"]

    found = ask("--precision", PRECISE[verb])
    assert 0 < found < 20_000
    assert found % 512 == 0
    assert ask("--precision", PRECISE[verb], "--flights", "12") == 12
    assert command(*FLOWN[verb], "--precision", "nonsense=1").told.startswith("error: precision: ")
    assert not untold(command(*FLOWN[verb], "--precision", "x").told, "--precision x", "half the width")


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", FLOWN)
def test_workers_change_no_output(command, monkeypatch, verb):
    monkeypatch.setattr(blocks, "FIRST", 5)
    monkeypatch.setattr(blocks, "FEWEST", 5)
    monkeypatch.setattr(blocks, "processors", lambda: 2)
    alone = command(*FLOWN[verb], "--flights", "20")
    assert command(*FLOWN[verb], "--flights", "20", "--workers", "2").out == alone.out
    monkeypatch.setattr(blocks, "processes_that_pay", lambda spent, left: 2 if left else 1)
    assert command(*FLOWN[verb], "--flights", "20", "--workers", "auto").out == alone.out
    assert command(*FLOWN[verb], "--flights", "20", "--workers", "0").code == 2


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", FLOWN)
def test_one_file_for_two_outputs_refused(command, verb):
    said = command(*FLOWN[verb], "--flights", "5", "--save", "x.csv", "--export", "x.csv")
    assert (said.code, "one file is named twice" in said.told) == (2, True)


@pytest.mark.long
def test_until_decided_works_with_save(command):
    args = (*FLOWN["compare"], "--until", "decided", "--margin", "1", "--json")
    whole = command(*args)
    assert command(*args, "--flights", "40", "--save", "s").code == 0
    assert command(*args, "--save", "s").out == whole.out
    said = command(*args, "--precision", "1")
    assert (said.code, "not both" in said.told) == (2, True)


# Conditions of weak


def test_weak_takes_all_conditions(command):
    said = command(
        "weak", MILE, "--flights", "20", "--learning", "--start", "1", "--captain", "bold", "--alone", "--json"
    )
    found = analyzer.weak_points(
        analyzer.load_ship(MILE), flights=20, learning=True, start=1, captain="bold", rivals="alone"
    )
    assert json.loads(said.out) == json.loads(json.dumps(found.as_dict()))
    said = command("weak", MILE, "--flights", "20", "--cards", "28,8", "--alone", "--json")
    found = analyzer.weak_points(analyzer.load_ship(MILE), flights=20, cards=[28, 8], rivals="alone")
    assert json.loads(said.out) == json.loads(json.dumps(found.as_dict()))
    assert command("weak", HAULER, "--flights", "1", "--alone", "--prognostic", "--repair").code == 0
    for wrong in (("--cards", "x"), ("--start", "9"), ("--forecast", "none.yaml"), ("--cards-file", "none.csv")):
        assert command("weak", MILE, "--flights", "5", *wrong).code == 2, wrong


# Tables of what is exact


def test_hazards_are_exported_as_table(command, tmp_path):
    said = command("hazards", MILE, "--export", "t.csv")
    assert said.out.endswith("table: t.csv, columns: t.columns.csv\n")
    table = analyzer.hazard_table(analyzer.load_ship(MILE)).table()
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "t.csv"), table)
    assert command("hazards", MILE, "--export", "t.doc").code == 2


def test_exact_cards_are_exported(command, tmp_path):
    said = command("exact", MILE, "--all", "--export", "t.csv", "--json")
    rows = pd.read_csv(tmp_path / "t.csv")
    assert list(rows) == ["ship", "card", "metric", "value", "chance"]
    assert set(rows["ship"]) == {"First Mile"}
    assert sorted(set(rows["card"])) == sorted(one["cards"][0] for one in json.loads(said.out))
    assert (rows.groupby(["card", "metric"])["chance"].sum() - 1).abs().max() < 1e-9
    assert command("exact", MILE, "--cards", "28,8", "--export", "t.csv").out.endswith(
        "table: t.csv, columns: t.columns.csv\n"
    )
    assert set(pd.read_csv(tmp_path / "t.csv")["card"]) == {"28,8"}
    assert command("exact", MILE, "--card", "28", "--export", "t.doc").code == 2


# Journeys


def test_journeys_take_conditions_of_flights(command):
    given = ("--cards", "28,8", "--cards", "3,4", "--start", "1", "--captain", "bold")
    ships = [analyzer.load_ship(path) for path in (MILE, HAULER)]
    told = {"cards": [[28, 8], [3, 4]], "start": 1, "captain": "bold"}
    found = analyzer.journey([ships], 20, rivals="alone", **told)
    said = command(*FLOWN["journey"], "--flights", "20", "--json", "--alone", *given)
    assert json.loads(said.out) == json.loads(json.dumps(finite(found.as_dict())))
    both = analyzer.compare_journeys([ships, [analyzer.load_ship(ARROW), ships[1]]], 20, against=[ships], **told)
    said = command(*FLOWN["journeys"], "--flights", "20", "--json", "--against", MILE, HAULER, *given)
    assert json.loads(said.out) == json.loads(json.dumps(finite(both.as_dict())))
    for wrong in (("--cards", "x"), ("--cards", "1"), ("--forecast", "none.yaml"), ("--start", "7")):
        assert command(*FLOWN["journey"], "--flights", "5", *wrong).code == 2, wrong
        assert command(*FLOWN["journeys"], "--flights", "5", *wrong).code == 2, wrong


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        ((MILE, "--journey", MILE, HAULER), "not both"),
        (("--journey", MILE, "--journey", ARROW, "--level", "I"), "--level: "),
        (("--journey", MILE, "--journey", ARROW, "--rivals", MILE), "use --against"),
        (("--journey", MILE, "--journey", ARROW, "--against", MILE, "--alone"), "alone nobody else flies"),
        ((MILE, ARROW, "--against", MILE), "--against is only for journeys"),
        (("--journey", MILE, HAULER), "--journey: give it twice or more"),
        ((), "two or more"),
    ],
)
def test_compare_refuses_ships_with_journeys(command, args, fault):
    said = command("compare", *args)
    assert (said.code, said.out) == (2, "")
    assert fault in said.told


def test_flight_takes_one_deck(command):
    said = command("fly", MILE, "--cards", "3", "--cards", "4")
    assert (said.code, "once" in said.told) == (2, True)


QUESTIONS = {
    "fly": lambda ship, **unknown: analyzer.fly([ship], flights=10, **unknown),
    "compare": lambda ship, **unknown: analyzer.compare([ship, ship], flights=10, **unknown),
    "compare_crews": lambda ship, **unknown: analyzer.compare_crews(ship, flights=10, **unknown),
    "compare_editions": lambda ship, **unknown: analyzer.compare_editions(ship, flights=10, **unknown),
    "compare_journeys": lambda ship, **unknown: analyzer.compare_journeys([[ship], [ship]], flights=10, **unknown),
    "journey": lambda ship, **unknown: analyzer.journey([[ship]], flights=10, **unknown),
    "swap": lambda ship, **unknown: analyzer.swap(ship, (8, 6), flights=10, **unknown),
    "weak_points": lambda ship, **unknown: analyzer.weak_points(ship, flights=10, **unknown),
    "card_effects": lambda ship, **unknown: analyzer.card_effects([ship], flights=10, **unknown),
    "course": lambda ship, **unknown: analyzer.course([ship], flights=10, **unknown),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_refuse_unknown_keywords(question: str) -> None:
    with pytest.raises(TypeError, match="wokers"):
        QUESTIONS[question](analyzer.load_ship(ARROW), wokers=2)


def test_help_groups_options_in_panels(command):
    said = command("fly", "--help")
    panels = ("Options", "Where it flies", "Who flies", "Class IVC", "How much", "What is saved")
    places = [re.search(rf"╭─ {panel} ─", said.out) for panel in panels]
    assert None not in places
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)
    for option, panel in (("--forecast", 1), ("--rivals", 2), ("--insurance", 3), ("--until-events", 4), ("--save", 5)):
        assert starts[panel] < said.out.index(f"│ {option} ") < [*starts, len(said.out)][panel + 1]


def test_help_fills_in_game_words(command):
    assert "Number of the first game" in command("lorry", "race", "--help").out
    assert not re.search(r"\{[a-zR]", command("starship", "fly", "--help").out)


def test_help_names_thinker_where_accepted():
    """`exact` counts every roll and cannot imagine flights; `captain` searches one and takes none."""
    helps = {}
    for verb in VERBS:
        parameters = inspect.signature(option_records.one_option_a_field(verb)).parameters
        if "captain" in parameters:
            helps[verb.__name__] = next(one.help for one in parameters["captain"].annotation.__metadata__)
    assert {"fly", "journey", "advise", "review", "explain"} <= {*helps}
    assert {verb for verb, said in helps.items() if "thinker" not in said} == {"captain", "exact"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--level", "II", "--level", "I"], "--level"),
        (["--flights", "5", "--flights=6"], "--flights"),
        (["--seed", "1", "--seed", "2"], "--seed"),
    ],
)
def test_repeated_option_is_refused(command, words, told):
    """Formerly the last value counted, without a word."""
    ship = str(ROOT / "ships" / "2007" / "II" / "tin-kite.yaml")
    said = command("fly", ship, "--alone", *words)
    assert said.code == 2
    assert told in said.told
    assert "give it once" in said.told


def test_repeated_option_with_equal_value(command):
    ship = str(ROOT / "ships" / "2007" / "II" / "tin-kite.yaml")
    assert command("fly", ship, "--alone", "--flights", "2", "--level", "II", "--level", "II").code == 0
