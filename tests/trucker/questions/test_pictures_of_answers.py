"""Pictures of the verbs that answer without a run of flights alone: editions, crew, hazards, captain, exact."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import analyzer
from analyzer import Component, Side
from tests.doors.runs import tuning as tuning_module
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_questions import captain as tuning
from tests.doors.trucker_questions import exact
from tests.facts import untold
from tests.pictured import foot_of
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE, ARROW = (SHIPS / "I" / f"{name}.yaml" for name in ("first-mile", "paper-arrow"))


# The command


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize(
    ("verb", "pictures", "foot"),
    [
        (["hazards", MILE], ["hazards-first-mile"], "2007, level I; each hazard alone"),
        (
            ["exact", MILE, "--card", "8"],
            ["exact-first-mile-8", "exact-lost-first-mile-8"],
            "captain expert (version 2); exact",
        ),
        (["exact", MILE, "--cards", "8,9"], ["exact-first-mile-8-9", "exact-lost-first-mile-8-9"], "2007-I; alone"),
        (["exact", MILE, "--all", "--captain", "bold"], ["harm-first-mile"], "captain bold; exact"),
        (
            ["editions", MILE, "--flights", "10", "--seed", "4"],
            ["steps-first-mile", "editions-first-mile", "credits-first-mile"],
            "10 flights; seed 4",
        ),
        (["crew", ARROW, "--alone", "--flights", "10"], ["differences", "brown-alien"], "level I"),
        (
            ["captain", MILE, "--alone", "--flights", "4"],
            ["captains-first-mile", "prices-first-mile"],
            "20 flights; seed 2",
        ),
    ],
)
def test_every_answering_verb_draws(command, tmp_path, monkeypatch, verb, pictures, foot):
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    monkeypatch.setattr(tuning_module, "FACTORS", (0.5, 2))
    said = command(*map(str, verb), "--plot", "drawn")
    assert not said.code, said.err
    files = [f"{name}.{kind}" for name in pictures for kind in ("png", "svg")]
    assert {path.name for path in (tmp_path / "drawn").iterdir()} >= set(files)
    assert all(str(Path("drawn") / name) in said.out for name in files)
    for name in pictures:
        root = ET.fromstring((tmp_path / "drawn" / f"{name}.svg").read_text(encoding="utf-8"))
        assert foot in " ".join("".join(root.itertext()).split()), name


def test_wrong_plot_folder_refused_first(command, tmp_path, monkeypatch):
    """A folder that cannot be written is refused before anything is flown."""
    for room, name in ((Experiment, "simulate_many"), (exact, "branch_through")):
        monkeypatch.setattr(room, name, None)
    (tmp_path / "taken").write_text("")
    for verb in (["exact", MILE, "--all"], ["editions", MILE], ["crew", ARROW], ["captain", MILE]):
        said = command(*map(str, verb), "--plot", "taken")
        assert said.code == 2
        assert "--plot taken" in said.err


# Hazards


@pytest.mark.long
def test_hazard_plot_shows_line_outcomes():
    """A cabin on (7, 7) and before it a cannon that fires forward: by the rules a large meteor from the front is shot
    down in column 7, one from elsewhere destroys what it meets; the cards of level I (8 and 10) send them from the
    front alone."""
    board = analyzer.load_ship(MILE).board
    ship = analyzer.Layout(
        "Small $x",
        board,
        {
            (7, 7): Component("starting_cabin", (3, 3, 3, 3)),
            (6, 7): Component("single_cannon", (0, 0, 1, 0), (Side.FRONT,)),
        },
        {},
    )
    figure = analyzer.plots.plot_hazards(analyzer.hazard_table(ship))
    panels = {axes.get_title().split("\n")[0]: axes for axes in figure.axes}
    assert list(panels) == ["small meteor", "large meteor", "light fire", "heavy fire"]
    ends = {
        (round(x), round(y)): text
        for text in panels["large meteor"].texts
        for x, y in [text.get_position()]
        if not 0 <= round(x) < 5 or not 0 <= round(y) < 5
    }
    assert {at: text.get_text() for at, text in ends.items()} == {
        (2, -1): "c",
        (2, 5): "1",
        (-1, 1): "1",
        (-1, 2): "1",
        (5, 1): "1",
        (5, 2): "1",
    }
    grey = {at for at, text in ends.items() if text.get_color() == "#888888"}
    assert grey == set(ends) - {(2, -1)}
    small = {text.get_text() for text in panels["small meteor"].texts} - {"SC", "CN"}
    assert small == {"o", "1"}, "smooth sides bounce small meteors off, connectors do not"
    told = "2007, level I; each hazard alone against the intact ship with 0 charges; exact"
    assert foot_of(figure, "hazards").startswith(told)


def test_hazard_plot_numbers_match_cards():
    found = analyzer.hazard_table(analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml"))
    for axes in analyzer.plots.plot_hazards(found).figure.axes:
        hazard, told = axes.get_title().split("\n")
        rows = [row for row in found.rows() if row["hazard"] == hazard.replace(" ", "_")]
        comes, harms = (float(sum(row[what] for row in rows)) for what in ("a_flight", "damage_a_flight"))
        assert told.removeprefix("at most ") == f"{comes:.2f} per flight, {harms:.2f} with damage"
        assert told.startswith("at most") == ("fire" in hazard)


# Exact answers


@pytest.fixture(scope="module")
def swarm():
    return analyzer.exact(analyzer.load_ship(MILE), card=8)


@pytest.mark.long
def test_bars_are_exact_chances(swarm):
    figure = analyzer.plots.plot_exact(swarm)
    drawn = {axes.get_title(loc="left").split(":")[0]: axes for axes in figure.axes if axes.axison}
    bars = drawn["components lost"].patches
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars}
    exactly = {value: 100 * float(chance) for value, chance in swarm.distribution("components_lost").items()}
    assert heights == pytest.approx(exactly)
    goods = "goods"
    assert goods not in drawn
    assert "always: " in foot_of(figure, "exact")
    assert f"{goods} 0" in foot_of(figure, "exact")
    lost = analyzer.plots.plot_exact_losses(swarm)
    most = max(100 * float(chance) for chance in swarm.lost_squares.values())
    assert f"{most:.1f}" in [text.get_text() for text in lost.axes[0].texts]
    assert not untold(foot_of(lost, "lost"), "2007-I", "alone", "expert", "exact")


def test_worst_card_lies_on_top(swarm):
    found = analyzer.exact_all(swarm.ship)
    axes = analyzer.plots.plot_harm(found).axes[0]
    lengths = [bar.get_width() for bar in axes.patches]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == pytest.approx(float(found[0].harm()))
    labels = " ".join(label.get_text().split("  ")[1] for label in axes.get_yticklabels())
    assert labels.replace(",", "").count(" ") + 1 <= len(found)
    assert not untold(foot_of(axes.figure, "harm"), "prices", "captain", "not struck", "alone", "combat zones")


# Editions, crews, captains


def test_edition_steps_add_up():
    found = analyzer.compare_editions(analyzer.load_ship(MILE), flights=10, rivals="alone")
    figure = analyzer.plots.plot_steps(found)
    axes = figure.axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [*(row["step"] for row in found.changes()[1:]), "all steps: 2021 minus 2007"]
    dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    old, new = (result.credits.mean for result in found.results)
    assert sum(dots[:-1]) == pytest.approx(dots[-1]) == pytest.approx(new - old)
    assert axes.get_title(loc="left") == f"First Mile: {old:.2f} in 2007, {new:.2f} in 2021"
    assert not untold(
        foot_of(figure, "steps"), "2007, level I", "2021, level I", "alone", "expert", "10 flights", "seed 1"
    )


@pytest.mark.long
def test_alien_worth_is_best_difference():
    """An alien is worth the difference between the best crews with and without it."""
    found = analyzer.compare_crews(analyzer.load_ship(SHIPS / "IIIa" / "needle-post.yaml"), flights=4, rivals="alone")
    means = {name: result.credits.mean for name, result in zip(found.names, found.results, strict=True)}
    for colour in ("brown", "purple"):
        figure = analyzer.plots.plot_aliens(found, colour)
        without = max(mean for name, mean in means.items() if colour not in name)
        gain = max(mean for name, mean in means.items() if colour in name) - without
        (told,) = {text.get_text() for text in figure.axes[0].texts} & {f"{gain:.1f}".replace("-", "\N{MINUS SIGN}")}
        assert told
        label = " ".join(figure.axes[1].get_xlabel().split())
        homes = {ship.aliens[colour] for ship in (one.ships[0] for one in found.experiments) if colour in ship.aliens}
        assert "95% intervals for all crews at once" in label
        assert all(f"{row},{column}: " in label for row, column in homes)
        assert not untold(foot_of(figure, colour), "2007, level IIIa", "alone", "expert", "4 flights", "seed 1")
    with pytest.raises(analyzer.AnalyzerError, match="did you mean brown"):
        analyzer.plots.plot_aliens(found, "brow")


@pytest.mark.long
def test_price_plot_shows_changes(monkeypatch):
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    monkeypatch.setattr(tuning_module, "FACTORS", (0.5, 2))
    found = analyzer.tune_captain(analyzer.load_ship(MILE), flights=20, rivals="alone")
    figure = analyzer.plots.plot_prices(found)
    axes = figure.axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [row["price"] for row in found.rows()]
    ends = [sorted(line.get_xdata()) for line in axes.lines if line.get_marker() == "None"]
    assert ends == [sorted((row["sensible"], row["tuned"])) for row in found.rows()]
    assert foot_of(figure, "prices").startswith("2007, level I; alone; ")
    named = analyzer.plots.plot_differences(found.confirmed)
    assert not untold(
        foot_of(named, "captains"), "2007, level I", "alone", "captains as named", "100 flights", "seed 2"
    )
