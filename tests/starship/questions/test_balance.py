"""Balance reports of Starship Catan: a barred card is of no use, and planted adventures are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from analyzer import AnalyzerError, starship
from tests.conftest import Said
from tests.doors.files import figure_named
from tests.doors.starship import (
    BIT,
    LOST,
    SHELF,
    STANDARD_RULES,
    BarringDice,
    GameExperiment,
    alike,
    game_columns,
    judges_of,
    new_games,
    play_on,
)
from tests.facts import untold
from tests.places import ROOT

GAMES, SEED = 60, 3
COLONY = "BASE05"
SENSIBLE = starship.load_captain("sensible")


def owners(player: int, card: int, adventure: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Whether each player owns the colony at the end of each game, (2, games), and whether Moon wins it, (games,)."""
    judges = judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE))
    owned, won = np.zeros((2, GAMES), np.bool_), np.zeros(GAMES, np.int64)
    dice = BarringDice(SEED, 0, GAMES, [player], [card], [adventure])
    for table in play_on(new_games(SEED, 0, GAMES, judges), judges, dice):
        owned[:, table.game] = table.owned >> np.uint64(BIT[COLONY]) & np.uint64(1)
        won[table.game] = game_columns(table)["won"][0]
    return owned, won


@pytest.mark.long
@pytest.mark.parametrize("player", range(2))
def test_barred_card_is_never_owned(player):
    barred, _ = owners(player, BIT[COLONY])
    free, _ = owners(player, LOST)
    assert not barred[player].any()
    assert free[player].any()
    assert barred[1 - player].sum() > free[1 - player].sum()


@pytest.mark.long
def test_dice_without_bar_change_nothing():
    _, won = owners(0, LOST)
    assert won.tolist() == GameExperiment((SENSIBLE, SENSIBLE), SEED).run_block(0, GAMES)["won"][0].tolist()


def test_equal_cards_count_once():
    """Both cards of diplomats in the box say the same; target planets do not, because adventures name them."""
    lists = alike(STANDARD_RULES, set())
    assert ["BASE39", "BASE40"] in lists
    assert ["BASE01"] in lists
    assert sorted(card for one in lists for card in one) == sorted(
        card.id for card in STANDARD_RULES.cards if card.kind != "lost_planet" and card.stack != "START"
    )


@pytest.fixture
def gifts(tmp_path: Path) -> Path:
    """An edition with an adventure that gives 50 Astro for nothing, and one that asks for more than a ship holds."""
    (tmp_path / "edition.yaml").write_text("from: standard\nname: gifts\nversion: 4\n")
    (tmp_path / "adventures.csv").write_text(
        "id,pay,astro,goods\ndiplomatic_gift,,50,9\nfamine,food 9 carbon 9 ore 9,0,1\n"
    )
    return tmp_path


@pytest.mark.long
def test_planted_adventures_are_named(gifts):
    answer = starship.balance(gifts, 300, only=["adventures"], workers=1)
    rows = [row.values for row in answer.tables["adventures"].rows]
    own = {row["name"]: row["verdict"] for row in rows if row["is_own"]}
    assert own == {"Diplomatic gift": "strong", "Famine": "blank"}
    assert {row["verdict"] for row in rows if not row["is_own"]} == {"in range"}
    assert answer.description().facts["version"] == "4"
    (tile,) = answer.tiles
    assert (tile.tone, tile.verdict) == ("bad", "own: 1 strong and 1 blank")


@pytest.mark.long
def test_report_ignores_number_of_workers(gifts):
    one, two = (
        starship.balance(gifts, 50, captain="sensible", only=["seats", "modules"], workers=workers)
        for workers in (1, 2)
    )
    assert one.as_dict() == two.as_dict()


def test_balance_refuses_unknown_part():
    with pytest.raises(AnalyzerError, match="only 'card': did you mean cards"):
        starship.balance(only=["card"])


def test_balance_refuses_two_editions(command: Callable[..., Said]) -> None:
    for game, folder in (("starship", "quick"), ("lorry", "bright-stars")):
        said = command(game, "balance", "standard", "--edition", str(ROOT / "ships" / game / folder))
        assert said.code == 2
        assert not untold(said.told, "--edition: leave it out", "names an edition already: standard")


@pytest.mark.parametrize("games", ["0", "3"])
def test_balance_names_fewest_games(command: Callable[..., Said], games: str) -> None:
    for game, fewest in (("starship", "50"), ("lorry", "50"), ("", "64")):
        said = command(*game.split(), "balance", "--flights", games)
        assert said.code == 2
        assert not untold(said.told, f"s {games}:", f"from {fewest} to")


@pytest.mark.long
def test_printed_things_alone_are_not_judged() -> None:
    """What is printed sets the range, so nothing is said to be in balance."""
    answer = starship.balance(games=50, captain="sensible", only=["modules"], workers=1)
    assert not untold("\n".join(answer.description().parts[:1]), "Nothing was judged")
    (tile,) = answer.tiles
    assert tile.verdict == "printed: 12 in range"


@pytest.mark.long
def test_balance_command_writes_page(command: Callable[..., Said], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    said = command("starship", "balance", "--games", "50", "--captain", "sensible", "--only", "seats", "-o", str(page))
    assert said.code == 0
    assert "Is the standard edition in balance?" in page.read_text()


@pytest.mark.long
def test_fix_finds_medals_near_printed_ones(tmp_path: Path) -> None:
    """The printed gift has no medal, like all other adventures of its stack."""
    (tmp_path / "edition.yaml").write_text("from: standard\nname: generous\n")
    (tmp_path / "adventures.csv").write_text("id,medals\ndiplomatic_gift,2\n")
    answer = starship.fix_figure(tmp_path, "Diplomatic gift.medals", 1_000, captain="sensible", workers=1)
    one = answer.values
    assert [tried.value for tried in one.tried] == [0, 1, 2]
    assert one.as_dict()["verdict"] == "strong"
    assert one.tried[0].verdict == "in range", "as printed it sets the range"
    assert answer.value == one.nearest < 2
    assert not untold(answer.description().parts[0], "diplomatic_gift.medals 2 is strong", "nearest value in range")


@pytest.mark.parametrize(
    ("figure", "says"),
    [
        ("strength", "name a thing and one of its figures, e.g. II07.strength"),
        ("IV07.strenght", "no figure of IV07: did you mean strength?"),
        ("IV07.price", "no figure of IV07: use one of strength, demand"),
        ("BASE01.number", "no figure with several values"),
        ("IV70.strength", "no such thing: did you mean IV07?"),
        ("Pirate 6.strength", "several have that name: use one of III07, IV06"),
        ("famine.pay", "no figure of famine: use one of pay food"),
        ("module_1.ore", "no figure of costs decides a verdict alone"),
        ("astro.value", "no figure of start decides a verdict alone"),
        ("START01.number", "no report measures START01"),
        ("command 1.points", "no figure of command 1"),
    ],
)
def test_fix_refuses_wrong_figure(figure: str, says: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        starship.fix_figure("standard", figure)
    assert says in str(caught.value)


def test_figure_in_pay_changes_one_good() -> None:
    """The monument costs 2 ore and 1 carbon."""
    figure = figure_named(SHELF, "standard", "Monument.pay carbon", ["adventures"], "")
    assert (figure.now, figure.as_printed, figure.values) == (1, 1, tuple(range(1, 10)))
    paid = {row["id"]: row["pay"] for row in SHELF.rows(figure.with_value(3), "adventures")}
    assert paid["monument"] == "ore 2 carbon 3"


def test_fix_refuses_options_of_reports(command: Callable[..., Said]) -> None:
    for more in (("--only", "cards"), ("--history",)):
        said = command("starship", "balance", "--fix", "IV07.strength", *more)
        assert said.code == 2
        assert "leave out" in said.told


@pytest.mark.long
def test_fix_command_gives_json_and_table(command: Callable[..., Said], tmp_path: Path) -> None:
    fix = ("starship", "balance", "--fix", "I03.friendship", "--games", "50", "--captain", "sensible")
    said = command(*fix, "--json", "--export", "values.csv", "--workers", "1")
    assert said.code == 0
    facts = json.loads(said.out)
    assert (facts["table"], facts["row"], facts["column"], facts["now"]) == ("cards", "I03", "friendship", 1)
    assert [row["value"] for row in facts["values"]] == [1, 2]
    assert len((tmp_path / "values.csv").read_text().splitlines()) == 3
