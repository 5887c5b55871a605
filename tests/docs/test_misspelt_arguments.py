"""A misspelt argument of a public call is answered with the name of that call and of the argument that was meant."""

from __future__ import annotations

import ast
import inspect
import pickle
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import Conditions
from tests.doors.runs import HowMuch, arguments, run_each
from tests.doors.trucker_flights import plan_ship
from tests.doors.trucker_questions import JourneyConditions, plan_journey, raced
from tests.places import ROOT

PACKAGES = {"analyzer": analyzer, "analyzer.starship": analyzer.starship, "analyzer.lorry": analyzer.lorry}


def listed(package: str) -> list[str]:
    """The names that a package lists in its `.pyi` file."""
    text = (ROOT / package.replace(".", "/") / "__init__.pyi").read_text(encoding="utf-8")
    lines = [node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom)]
    return [alias.asname for line in lines for alias in line.names if alias.asname is not None]


CALLS = [
    pytest.param(name, value, id=f"{package}.{name}")
    for package, module in PACKAGES.items()
    for name in listed(package)
    if isinstance(value := getattr(module, name), FunctionType)
]


def test_the_calls_are_there() -> None:
    names = {param.id for param in CALLS}
    assert {"analyzer.fly", "analyzer.merge", "analyzer.starship.play", "analyzer.lorry.race"} <= names


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_misspelt_argument_is_answered(name: str, call: Any) -> None:
    """With a letter too many, each of them; what is meant is the argument, or another one just as near."""
    names = [*inspect.signature(call).parameters]
    for argument in names:
        wrong = f"{argument}x"
        with pytest.raises(TypeError) as caught:
            call(**{wrong: None})
        said = str(caught.value)
        assert said.startswith(f"{name}() got {wrong!r}; ")
        assert f"did you mean {argument!r}?" in said or (len(argument) < 3 and f"it takes {names[0]}" in said)


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_call_shows_every_keyword(name: str, call: Any) -> None:
    """In its signature and in its help, for notebooks and editors; it can be sent to another process."""
    function, shown = inspect.unwrap(call), inspect.signature(call)
    plain = inspect.signature(function)
    kinds = {one.kind for one in shown.parameters.values()}
    assert inspect.Parameter.VAR_KEYWORD not in kinds
    shared = shown.parameters.keys() - plain.parameters.keys()
    assert call.__name__ == name
    assert call.__doc__.startswith(inspect.cleandoc(function.__doc__).splitlines()[0])
    assert all(f"\n    {keyword}: " in call.__doc__ for keyword in shared)
    assert pickle.loads(pickle.dumps(call)) is call


def test_shared_keywords_have_their_defaults() -> None:
    """Giving every default changes no plan: of a ship, of a race, of a journey of one trucker and of two."""
    ships = [analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow")]
    of_trip = {name: argument.default for name, _, argument in arguments.keywords_of(Conditions)}
    of_journey = {name: argument.default for name, _, argument in arguments.keywords_of(JourneyConditions)}
    alone = of_trip | {"rivals": inspect.signature(analyzer.race).parameters["rivals"].default}
    assert plan_ship(ships[0], **of_trip) == plan_ship(ships[0])
    assert raced(ships, **alone) == raced(ships)
    for truckers in ([[ships[0]]], [[ships[0]], [ships[1]]]):
        assert plan_journey(truckers, **of_journey) == plan_journey(truckers)
    how_much = {name: argument.default for name, _, argument in arguments.keywords_of(HowMuch)}
    parameters = inspect.signature(run_each).parameters
    assert {name: parameters[name].default for name in how_much} == how_much


def test_unlike_argument_lists_all() -> None:
    with pytest.raises(TypeError, match=r"^save_ship\(\) got 'zzz'; it takes layout, path, form"):
        analyzer.save_ship(zzz=1)  # type: ignore[call-arg]


def test_missing_arguments_name_the_call() -> None:
    with pytest.raises(TypeError, match=r"^fly\(\) missing 1 required positional argument: 'ships'$"):
        analyzer.fly()  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("package", "name", "meant"),
    [
        (analyzer, "flyy", "fly"),
        (analyzer, "weak", "weak_points"),
        (analyzer, "new", "new_edition or new_kind or new_ship"),
        (analyzer, "editions", "compare_editions"),
        (analyzer, "crew", "compare_crews"),
        (analyzer.lorry, "flyy", "fly"),
    ],
)
def test_unlisted_name_is_answered(package: Any, name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=rf"'{name}' in {package.__name__}: did you mean {meant}\?$"):
        getattr(package, name)


@pytest.mark.parametrize("package", [analyzer, analyzer.starship, analyzer.lorry])
def test_help_opens_with_every_call(package: Any) -> None:
    """And with nothing that is none; the classes and the other games stand in its sentences."""
    rows = package.__doc__.split("\n\n")[2]
    calls = [name for name in package.__all__ if name.islower() and callable(getattr(package, name))]
    named = [name for row in rows.splitlines() for name in row[21:].rstrip(",").split(", ")]
    assert sorted(named) == sorted(calls)


def test_wrong_types_are_named_briefly() -> None:
    """A ship by its name, not by its drawing; where a path or a share is wanted, what to give."""
    ship = analyzer.load_ship(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")
    calls = (analyzer.load_ship, analyzer.replay, analyzer.starship.fly, analyzer.lorry.fly, analyzer.load_edition)
    for call in calls:
        with pytest.raises(analyzer.AnalyzerError, match=r"^(edition )?Layout 'First Mile': give .{1,60}$"):
            call(ship)  # type: ignore[operator]
    with pytest.raises(analyzer.AnalyzerError, match=r"^5: give the path of a plan file$"):
        analyzer.sweep(5)  # type: ignore[arg-type]
    for wrong in ("x", None):
        with pytest.raises(analyzer.AnalyzerError, match=rf"^confidence {wrong!r}: give a share between 0 and 1"):
            analyzer.Histogram.from_values(np.array([0, 1])).interval(wrong)  # type: ignore[arg-type]


MORE: dict[str, Any] = {
    "square": (7, 5), "part": "CA1322", "parts": ["CA1322"], "flight": 1, "game": 1, "hazard": "small_meteor",
    "side": "front", "roll": 7, "hazards": [], "edition": "2021", "path": "never-written.yaml", "other": "2007",
    "sun": None, "figure": "4.days", "strength": 3, "strengths": [2], "first": 1, "second": 2, "start": 1,
}  # fmt: skip
"""What calls need besides their first argument, which is wrong."""


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_wrong_first_argument_is_named(name: str, call: Any) -> None:
    """It is what was given that is at fault, not an attribute of it somewhere inside."""
    first, *others = inspect.signature(call).parameters.values()
    needed = {one.name for one in others if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD}
    with pytest.raises(analyzer.AnalyzerError):
        call(**{first.name: object()}, **{one: MORE[one] for one in needed})


TINY = str(ROOT / "ships" / "lorry" / "tiny.yaml")
MILE = str(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")
TABLE = str(ROOT / "ships" / "starship" / "at-the-table.yaml")


@pytest.mark.parametrize(
    ("call", "given", "cure"),
    [
        (analyzer.lorry.begin, {"galaxy": TINY, "captains": None}, "captains None: give a list"),
        (analyzer.lorry.leave, {"galaxy": TINY, "rounds": 3}, "rounds 3: give a list"),
        (analyzer.lorry.balance, {"only": None}, "only None: give a list"),
        (analyzer.starship.exact_production, {"ship": "s", "prefer": None}, "prefer None: give a list"),
        (analyzer.lorry.begin, {"galaxy": TINY, "by": []}, "by []: give one value"),
        (analyzer.lorry.default_galaxy, {"wrap": np.array([1, 2])}, "wrap array"),
        (analyzer.starship.play, {"games": 2, "workers": np.array([1, 2])}, "workers array"),
        (analyzer.starship.play, {"games": 2, "save": "x\0y.jsonl"}, "cannot be written"),
        (analyzer.lorry.begin, {"galaxy": TINY, "captains": []}, "2 to 4 traders"),
        (analyzer.lorry.begin, {"galaxy": TINY, "dice": 3.7}, "dice 3.7: give colours"),
        (analyzer.parts, {"connectors": None}, "connectors None: give text"),
        (analyzer.exact, {"ship": MILE, "card": 1, "tables": 3.7}, "tables 3.7: give a FleetTables or None"),
        (analyzer.journey, {"truckers": [[MILE]], "flights": 2, "rivals": 3.7}, "rivals 3.7: give 'field', 'alone', "),
        (analyzer.load_forecast, {"path": "x.yaml", "edition": []}, "edition []: give text or an Edition"),
        (analyzer.fly, {"ships": MILE, "flights": 2, "progress": []}, "progress []: give a function, or None"),
        (analyzer.fly, {"ships": MILE, "flights": 2, "learning": "no"}, "learning 'no': give True or False"),
        (analyzer.fly, {"ships": MILE, "flights": 2, "plain": np.array([1, 0])}, "plain array([1, 0]): give True or"),
        (analyzer.fly, {"ships": MILE, "flights": 10**5000}, "flights: a number of over 4,983 digits: give at most"),
        (
            analyzer.hazard_table,
            {"ship": MILE, "cards": [10**5000]},
            "cards: a number of over 4,983 digits: give",
        ),
        (analyzer.fly, {"ships": "x" * 9000, "flights": 2}, "give a Layout"),
        (analyzer.compare, {"ships": [MILE, MILE], "rivals": np.array([1, 2])}, "rivals array([1, 2]): give 'field', "),
        (analyzer.report, {"ships": [MILE], "title": 5}, "title 5: give text"),
        (analyzer.balance, {"command": None}, "command None: give text"),
        (analyzer.lorry.balance, {"command": 5}, "command 5: give text"),
        (analyzer.starship.advise, {"position": TABLE, "games": 2, "give": 3}, "give 3: give a mapping or None"),
        (analyzer.starship.fly, {"position": TABLE, "workers": Path("x")}, "workers PosixPath('x'): give a whole"),
    ],
)
def test_wrong_kind_of_value_is_named(call: Any, given: dict[str, Any], cure: str) -> None:
    with pytest.raises(analyzer.AnalyzerError) as caught:
        call(**given)
    assert cure in str(caught.value)


@pytest.mark.parametrize(
    ("call", "given", "count"),
    [
        (analyzer.advise, {"position": ROOT / "ships" / "2007" / "at-the-table.yaml"}, "flights"),
        (analyzer.fly_each, {"ships": MILE}, "flights"),
        (analyzer.fly_each, {"ships": MILE}, "first"),
        (analyzer.insure, {"build": ROOT / "ships" / "2007" / "IVC" / "four-winds.yaml"}, "money"),
        (analyzer.starship.advise, {"position": TABLE}, "games"),
        (analyzer.starship.course, {}, "games"),
        (analyzer.starship.review, {"record": ROOT / "ships" / "starship" / "example-record.yaml"}, "games"),
        (analyzer.starship.tune_captain, {}, "games"),
        (analyzer.lorry.advise, {"position": ROOT / "ships" / "lorry" / "late.yaml"}, "games"),
        (analyzer.lorry.fly, {"galaxy": TINY, "games": 1}, "turns"),
        (analyzer.lorry.review, {"record": ROOT / "ships" / "lorry" / "example-record.yaml"}, "games"),
        (analyzer.lorry.tune_captain, {"galaxy": TINY}, "games"),
    ],
)
def test_huge_count_is_refused(call: Any, given: dict[str, Any], count: str) -> None:
    """At once, with the limit; not by numpy, for memory that nobody has."""
    with pytest.raises(analyzer.AnalyzerError, match=rf"^{count} 1000000000000000000000000000000: give a whole number"):
        call(**given, **{count: 10**30})


def test_wrong_values_of_classes_are_named() -> None:
    """Arrays too, whose comparison with a name is no yes or no."""
    ship = analyzer.starship.load_ship(ROOT / "ships" / "starship" / "midgame.yaml")
    position = analyzer.starship.load_position(TABLE)
    for make, told in (
        (lambda: analyzer.starship.Switches(pirate_reward=np.array([1, 2])), "switch pirate_reward array([1, 2]): use"),
        (lambda: analyzer.lorry.Switches(end_by=3), "switch end_by 3: use one of"),
        (lambda: replace(ship, crest=np.array([1, 2])), "crest array([1, 2]): use one of moon, sun"),
        (lambda: replace(position, sun=None), "sun None: give a Ship"),
    ):
        with pytest.raises(analyzer.AnalyzerError) as caught:
            make()
        assert told in str(caught.value)


def test_error_of_own_function_comes_through() -> None:
    """An error of a function that the caller gives is no fault of an argument."""

    def broken(_trials: int, _so_far: Any) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        analyzer.fly(MILE, flights=2, progress=broken)


def test_iterator_serves_as_list() -> None:
    """A call reads a list more than once, so an iterator or an array is made one."""
    wanted = analyzer.starship.exact_passenger([3, 4])
    assert analyzer.starship.exact_passenger(iter([3, 4])) == wanted
    assert analyzer.starship.exact_passenger(pirates=np.array([3, 4])) == wanted
