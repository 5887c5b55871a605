"""Chances of damage for every hazard and side, against ships small enough to count by hand."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

import analyzer
from analyzer import AnalyzerError, Forecast, hazard_table
from tests.doors.command import app
from tests.doors.printed import SHELF, SIDE_NAMES
from tests.doors.trucker_paper import Route, hazards_of_route
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.printed_cards import CARDS, coming, dealt

MILE = str(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")
CABIN = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}


def ship(*more: dict[str, object]) -> analyzer.Layout:
    return analyzer.Layout.from_components("2007-I", [CABIN, *more], name="Hand")


def part(row: int, column: int, kind: str, connectors: str, facing: object = None) -> dict[str, object]:
    entry: dict[str, object] = {"square": [row, column], "kind": kind, "connectors": list(map(int, connectors))}
    return entry | ({} if facing is None else {"facing": facing})


@pytest.mark.slow(but=9)
@pytest.mark.parametrize("hazard", ["large_meteor", "small_meteor", "heavy_fire", "light_fire"])
@pytest.mark.parametrize("side", SIDE_NAMES)
def test_lone_cabin_is_hit_at_seven(hazard, side):
    """All four sides are exposed, nothing helps: 6 ways of 36."""
    found = hazard_table(ship())
    assert found.chance(hazard, side) == found.chance(hazard, side, powered=False) == Fraction(6, 36)
    assert [line.roll for line in found.lines(hazard, side) if line.lost == ((7, 7),)] == [7]


def test_smooth_sides_and_cannons_protect():
    """A cannon on the nose: its column 7 is smooth at the front and defended, its row 6 (5 ways) is smooth too."""
    found = hazard_table(ship(part(6, 7, "single_cannon", "0010", "front")))
    expected = {
        ("small_meteor", "front"): 0,
        ("small_meteor", "right"): 6,
        ("small_meteor", "rear"): 6,
        ("small_meteor", "left"): 6,
        ("large_meteor", "front"): 0,
        ("large_meteor", "right"): 11,
        ("large_meteor", "rear"): 6,
        ("large_meteor", "left"): 11,
        ("light_fire", "front"): 6,
        ("light_fire", "right"): 11,
        ("heavy_fire", "front"): 6,
        ("heavy_fire", "left"): 11,
    }
    assert {key: found.chance(*key) * 36 for key in expected} == expected
    outcomes = {line.roll: line.outcome for line in found.lines("small_meteor", "right")}
    assert (outcomes[5], outcomes[6], outcomes[7]) == ("miss", "bounced", "destroyed")


def test_charges_change_the_chances():
    """A shield to front and right and one battery box: powered, no small meteor or light fire from there does harm.

    From the front columns 6 and 8 have 5 ways each, column 7 has 6: the shield on column 8 has a smooth front.
    """
    shielded = ship(part(7, 8, "shield", "0001", ["front", "right"]), part(7, 6, "battery_2", "1100"))
    found = hazard_table(shielded)
    assert found.batteries == 2
    assert found.chance("small_meteor", "front") == 0
    assert found.chance("small_meteor", "front", powered=False) == Fraction(5 + 6, 36)
    assert found.chance("light_fire", "front") == 0
    assert found.chance("light_fire", "front", powered=False) == Fraction(5 + 6 + 5, 36)
    assert found.chance("light_fire", "left") == Fraction(6, 36)
    assert found.chance("heavy_fire", "front") == Fraction(16, 36)
    none = hazard_table(shielded, batteries=0)
    assert none.chance("light_fire", "front") == Fraction(16, 36)
    (line,) = [line for line in found.lines("light_fire", "front") if line.roll == 6]
    assert (line.outcome, line.batteries_spent, line.outcome_unpowered) == ("shielded", 1, "destroyed")
    assert line.lost == ()
    assert line.lost_unpowered == ((7, 6),)


def test_hazard_table_matches_json():
    found = hazard_table(ship())
    table = found.table()
    assert len(table) == 16
    assert (table["chance"] == 6 / 36).all()
    told = json.loads(json.dumps(found.as_dict()))
    often = 2 * dealt("I", 1)
    assert told["chances"][0] == {
        "hazard": "small_meteor",
        "side": "front",
        "chance": {"value": 6 / 36, "exact": "1/6"},
        "chance_unpowered": {"value": 6 / 36, "exact": "1/6"},
        "a_flight": {"value": float(often), "exact": str(often)},  # cards 9 and 10 have one each
        "damage_a_flight": {"value": float(often / 6), "exact": str(often / 6)},
        "damage_a_flight_unpowered": {"value": float(often / 6), "exact": str(often / 6)},
        "cards": [9, 10],
    }
    assert len(told["outcomes"]) == 4 * 4 * 11
    assert sum(line["ways"] for line in told["outcomes"]) == 16 * 36


def test_hazard_table_refuses_wrong_input():
    found = hazard_table(ship())
    with pytest.raises(AnalyzerError, match="no hazard 'comet'"):
        found.chance("comet", "front")
    with pytest.raises(AnalyzerError, match="no side 'top'"):
        found.chance("heavy_fire", "top")
    with pytest.raises(AnalyzerError, match="batteries -1"):
        hazard_table(ship(), batteries=-1)
    with pytest.raises(AnalyzerError, match="give a Layout"):
        hazard_table("ship")  # type: ignore[arg-type]


def run(*args: str) -> str:
    result = CliRunner().invoke(app, ["hazards", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_hazards_command_draws_every_line():
    """First Mile has four cannons to the front in columns 5, 7, 8, 9; only column 6 (5 ways) is open to large ones."""
    said = run(MILE).splitlines()
    (row,) = [line.split() for line in said if line.startswith("large meteor front")]
    often = coming("I", "large-front", "meteor_swarm")
    told = [f"{float(one):.2f}" for one in (often, often * 5 / 36)]
    assert row == ["large", "meteor", "front", "5", "5", *told, *"...c1ccc..."]
    assert "11 charges" in said[0]
    assert max(len(line) for line in said if "front" in line.split()[:3]) <= 80


def test_hazards_json_matches_python():
    assert json.loads(run(MILE, "--json", "--batteries", "3")) == json.loads(
        json.dumps(hazard_table(analyzer.load_ship(MILE), 3).as_dict())
    )


# What the cards send


def sent(route: Route, flights: int) -> Counter[tuple[str, str]]:
    """Counted in decks as they are dealt: meteors of swarms, shots of pirates and of the lines of combat zones."""
    counted: Counter[tuple[str, str]] = Counter()
    for deck in route.deal(1, 0, flights).tolist():
        for index in deck:
            card = route.rules.cards[index]
            sort = ("small_meteor", "large_meteor") if card.kind == "meteor_swarm" else ("light_fire", "heavy_fire")
            for hit in [*card.hits, *(shot for line in card.lines for shot in line.shots)]:
                counted[sort[hit.large], hit.side.name.lower()] += 1
    return counted


@pytest.mark.parametrize(
    ("edition", "level"), [("2007", "I"), ("2007", "II"), ("2007", "IIIa"), ("2021", "L"), ("2021", "III")]
)
def test_coming_hazards_match_dealt_cards(edition, level):
    route, flights = Route(edition, level), 4000
    found, counted = hazards_of_route(route), sent(route, flights)
    assert {key for key, one in found.items() if not one.a_flight} == found.keys() - counted.keys()
    for key, one in found.items():
        assert counted[key] / flights == pytest.approx(float(one.a_flight), abs=0.06)


def test_cards_2007_send_no_rear_meteors():
    """No card sends heavy fire from a side either: read off the table as text, not by the code under test."""
    text = (SHELF / "2007" / "cards.csv").read_text(encoding="utf-8").splitlines()
    swarms = [line for line in text if ",meteor_swarm," in line]
    assert not any("large-rear" in line for line in swarms)
    for level in ("I", "II", "III", "IIIa"):
        found = hazards_of_route(Route("2007", level))
        assert found["large_meteor", "rear"].a_flight == 0
        assert found["heavy_fire", "left"].a_flight == found["heavy_fire", "right"].a_flight == 0
        assert found["large_meteor", "front"].a_flight > 0


def test_level_two_hazards_by_hand():
    """Four cards of level I are dealt and eight of level II."""
    found = hazards_of_route(Route("2007", "II"))
    assert found["small_meteor", "front"].a_flight == coming("II", "small-front", "meteor_swarm")
    assert found["large_meteor", "right"].a_flight == coming("II", "large-right", "meteor_swarm")
    assert found["light_fire", "front"].a_flight == coming("II", "small-front", "pirates", "combat_zone")
    assert found["heavy_fire", "rear"].cards == (15, 35)
    assert (found["large_meteor", "right"].is_certain, found["heavy_fire", "rear"].is_certain) == (True, False)


@pytest.mark.long
def test_own_card_changes_hazards(tmp_path):
    """Nothing that can come is a list in the code: a swarm with a large meteor from the rear makes it come."""
    table = (SHELF / "2007" / "cards.csv").read_text(encoding="utf-8").splitlines()
    (swarm,) = [line for line in table if line.startswith("29,")]
    own = tmp_path / "cards.csv"
    own.write_text("\n".join([table[0], swarm.replace("small-rear", "large-rear")]) + "\n", encoding="utf-8")
    hauler = analyzer.load_ship(Path(MILE).parent.parent / "II" / "steady-hauler.yaml")
    plain, changed = hazard_table(hauler), hazard_table(hauler, cards_file=own)
    assert plain.coming["large_meteor", "rear"].a_flight == 0
    assert changed.coming["large_meteor", "rear"].a_flight == 2 * dealt("II", 2)
    assert changed.coming["small_meteor", "rear"].cards == (9,)


def test_hazards_follow_chosen_cards():
    mile = analyzer.load_ship(MILE)
    twice = hazard_table(mile, cards=[28, 28])
    assert twice.coming["small_meteor", "left"].a_flight == 4
    assert hazard_table(mile, learning=True).coming["small_meteor", "left"].a_flight == 1  # card 8 is starred
    with pytest.raises(AnalyzerError, match="no card 99"):
        hazard_table(mile, cards=[99])


def test_known_piles_make_cards_certain():
    route = Route("2007", "II", forecast=Forecast(((28,),)))
    assert hazards_of_route(route)["large_meteor", "left"].a_flight == 1
    assert hazards_of_route(route)["large_meteor", "right"].a_flight == Fraction(
        7, len(CARDS[2]) - 1
    )  # card 30, one of the others


def test_worst_hazards_weigh_frequency():
    hauler = analyzer.load_ship(Path(MILE).parent.parent / "II" / "steady-hauler.yaml")
    found = hazard_table(hauler)
    assert found.chance("large_meteor", "rear") > found.chance("large_meteor", "front")
    assert [(row["hazard"], row["side"]) for row in found.worst()] == [
        ("large_meteor", "front"),
        ("large_meteor", "right"),
        ("large_meteor", "left"),
    ]
    assert found.worst(certain=False) != found.worst()
    said = run(str(Path(MILE).parent.parent / "II" / "steady-hauler.yaml")).splitlines()
    (rear,) = [line.split() for line in said if line.startswith("large meteor rear")]
    assert rear[2:7] == ["rear", "30", "30", "never", "-"]
    often = coming("II", "large-front", "meteor_swarm") * found.chance("large_meteor", "front")
    assert not untold(" ".join(said), "large meteor", "front", f"{float(often):.2f}")
