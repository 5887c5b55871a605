"""What other captains come to is told beside a run: on the same flights, with the same rivals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

import analyzer
from analyzer import AnalyzerError, load_captain
from tests.conftest import Said
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007" / "I"
pytestmark = pytest.mark.other_captains

MILE, HORNET = (analyzer.load_ship(SHIPS / f"{name}.yaml") for name in ("first-mile", "brass-hornet"))


@pytest.mark.parametrize("rivals", [(), (HORNET,)])
def test_each_captain_flies_alone(rivals: tuple[analyzer.Layout, ...]) -> None:
    """Arrival and credits match a run of that captain on the first flights of the result."""
    how = {"seed": 9, "first": 40, "rivals": rivals, "cards": (2, 16, 9, 17)}
    run = analyzer.fly([MILE], flights=300, **how)
    others = analyzer.other_captains(run, 120)
    assert (others.flights, others.captain, set(others.others)) == (120, "expert", {"sensible", "cautious", "bold"})
    for name in ("expert", "sensible", "cautious", "bold"):
        alone = analyzer.fly([MILE], flights=120, captain=name, **how)["First Mile"]
        told = others.compared[name]
        assert (told.credits, told.ending) == (alone.credits, alone.ending)


def test_others_fly_no_more_flights() -> None:
    assert analyzer.other_captains(analyzer.fly([MILE], flights=30, rivals="alone")).flights == 30


def test_own_captain_meets_all_three() -> None:
    """A captain of one's own is compared with all three others, but never with itself."""
    mine = replace(load_captain("miser"), name="mine")
    for captain, others in ((mine, {"sensible", "cautious", "bold"}), ("bold", {"sensible", "cautious"})):
        assert (
            set(analyzer.other_captains(analyzer.fly([MILE], flights=10, captain=captain, rivals="alone")).others)
            == others
        )


def test_span_runs_least_to_most() -> None:
    others = analyzer.other_captains(analyzer.fly([MILE], flights=400, rivals="alone"), 400)
    means = {name: others.compared[name].credits.mean for name in others.others}
    (least, low), (most, high) = others.span("credits")
    assert (low.mean, high.mean) == (min(means.values()), max(means.values()))
    assert (means[least], means[most]) == (low.mean, high.mean)
    assert others.as_dict()["others"]["credits"] == [low.mean, high.mean]


def test_heading_names_captains_in_order() -> None:
    """The order is not from least to most, because chance decides who is least where two do the same."""
    for seed in (1, 2):
        others = analyzer.other_captains(analyzer.fly([MILE], flights=60, seed=seed, rivals="alone"), 60)
        named = {name: others.compared[name] for name in others.others}
        assert list(named) == ["sensible", "cautious", "bold"]
        each = [f"{name} {one.arrived.mean:.1%} and {one.credits.mean:.1f}" for name, one in named.items()]
        assert f"; {'; '.join(each)}." in others.heading()


@pytest.mark.long
def test_only_clear_differences_are_named() -> None:
    """A paired interval that excludes 0 is named; under one captain twice there is none."""
    others = analyzer.other_captains(analyzer.fly([MILE], flights=1000, captain="miser"), 1000)
    clearly, words = others.heading().split("flight by flight: ")[1], ("arrives more", "arrives less", "earns more")
    for name in others.others:
        joint = 1 - 0.05 / (2 * len(others.others))  # for all captains and both metrics at once
        arrived, credits = (
            others.compared.difference(name, "miser", metric, joint) for metric in ("arrived", "credits")
        )
        sides = (arrived.low > 0, arrived.high < 0, credits.low > 0)
        (part,) = [part for part in clearly.split("; ") if part.startswith(f"{name} clearly ")]
        assert tuple(word in part for word in words) == sides
    few = analyzer.other_captains(analyzer.fly([MILE], flights=5))
    assert not untold(few.heading(), "nobody", "differs")


def test_other_captains_describe_all() -> None:
    others = analyzer.other_captains(analyzer.fly([MILE], flights=60, rivals="alone"))
    (captains,) = others.description().tables
    assert all(all(captains.cells(row)) for row in captains.rows)
    ends = [f"{metric}{end}" for metric in ("arrived", "credits") for end in ("", "_more", "_more_low", "_more_high")]
    assert list(others.table()) == list(others.rows()[0]) == ["captain", *ends]
    assert {"flights", "flown_by", "others", "captains"} <= set(others.as_dict())
    assert " ".join(repr(others).split()).startswith(others.heading())


def test_ships_in_convoy_are_refused() -> None:
    with pytest.raises(AnalyzerError, match="one ship at a time"):
        analyzer.other_captains(analyzer.race([MILE, HORNET], flights=10))


def test_fly_tells_other_captains(command: Callable[..., Said]) -> None:
    ships = [str(SHIPS / "first-mile.yaml"), str(SHIPS / "brass-hornet.yaml")]
    few = ("--flights", "50", "--cards", "2,16,9,17")
    assert command("fly", *ships, *few).out.count("Other captains in the same 50 flights: ") == 2
    assert "other captains" not in command("fly", *ships, *few, "--no-other-captains").out
    two = ("--captain", "bold", "--captain", "miser")
    assert "other captains" not in command("fly", *ships, *few, *two).out
    assert "other captains" not in command("race", *ships, *few).out


def test_json_has_other_captains(command: Callable[..., Said]) -> None:
    asked = "fly", str(SHIPS / "first-mile.yaml"), "--flights", "60", "--captain", "miser", "--cards", "2,16,9,17"
    (told,) = json.loads(command(*asked, "--json").out)
    captains = told["other_captains"]
    assert (captains["flights"], captains["flown_by"]) == (60, "miser")
    assert [row["captain"] for row in captains["captains"]] == ["miser", "sensible", "cautious", "bold"]
    assert captains["captains"][0]["credits"] == told["ships"][0]["metrics"]["credits"]["mean"]
    (bare,) = json.loads(command(*asked, "--json", "--no-other-captains").out)
    assert "other_captains" not in bare
