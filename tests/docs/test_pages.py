"""The site of the documentation: what is generated misses nothing, and commands shown in pages work."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from importlib import import_module
from inspect import getdoc, isroutine
from pathlib import Path

import pytest

import analyzer
import analyzer.starship.plots as starship_plots
from analyzer import load_field, lorry, starship
from docs.builder import face, notebooks, offline, verbs
from docs.builder.commands import BLOCK, Typed, steps, with_output, workplace
from docs.builder.outside import linked, rewritten
from tests.conftest import Said, all_but
from tests.doors.runs import tuning
from tests.places import ROOT
from tests.texts import load_text

DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text(encoding="utf-8")
FEW, FEW_GAMES = "2", "6"
TEXTS = {str(path.relative_to(DOCS)): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
TAKEN = [page for page, text in TEXTS.items() if [*steps(text)]]
"""Pages with something to do."""
TUTORIALS = {"tutorial-lorry.md", "tutorial-starship.md"}
LONG = TUTORIALS | {
    f"how-to/{page}.md"
    for page in ("balance", "designer", "edition-balance", "own-cards", "own-tables", "player", "workshop")
}
"""Pages whose commands take seconds; `make docs` runs them too."""
LONG_EXAMPLES = TUTORIALS | {
    f"how-to/{page}.md" for page in ("edition-balance", "own-edition", "own-tables", "python", "workshop")
}
"""Those whose Python does."""
FLOWN = {verb.name for verb in verbs.verbs() if any("--flights" in one.opts for one in verb.parameters())}


# The reference


GAMES = ("starship", "lorry")
"""Those with verbs and a public face of their own."""
EVERY = [one for verb in verbs.verbs() for one in (verb, *verb.inner())]


@pytest.mark.parametrize("verb", EVERY, ids=lambda verb: verb.name)
def test_verb_page_lists_every_option(verb: verbs.Verb) -> None:
    page = verbs.pages()[f"reference/verbs/{verb.name.replace(' ', '/')}.md"]
    assert page.startswith(f"# analyzer {verb.name}\n\n{verb.says}\n")
    for parameter in verb.parameters():
        is_option = parameter.param_type_name == "option"
        shown = re.escape(max(parameter.opts, key=len) if is_option else parameter.metavar or parameter.name)
        row = re.compile(rf"^\| `\[?(-\w, )?{shown}[], `].* \| \S.* \|$", re.MULTILINE | re.IGNORECASE)
        assert parameter.name == "help" or row.search(page), parameter.opts


def test_overview_lists_every_verb() -> None:
    listed = re.findall(r"^\| \[(\w+)\]\(\1\.md\) \| \S.*\|$", verbs.overview(), re.MULTILINE)
    assert listed == [verb.name for verb in verbs.verbs()]
    assert {"fly", "compare", "report", *GAMES} < {*listed}


@pytest.mark.parametrize("game", GAMES)
def test_overview_and_page_list_game_verbs(game: str) -> None:
    known = [*import_module(f"analyzer.{game}.command.verbs").GAME.question]
    assert len(known) > 10
    for page in (verbs.overview(), verbs.pages()[f"reference/verbs/{game}.md"]):
        listed = re.findall(rf"^\| \[{game} (\w+)\]\({game}/\1\.md\) \| \S.*\|$", page, re.MULTILINE)
        assert listed == known


def test_reference_lists_every_public_name() -> None:
    told = [name for page in face.pages().values() for name in re.findall(r"^::: analyzer\.(\S+)$", page, re.MULTILINE)]
    rooms = {room: getattr(analyzer, room).__all__ for room in ("plots", "types")}
    inner = {f"{room}.{name}" for room, names in rooms.items() for name in names}
    inner |= {f"{game}.{name}" for game in GAMES for name in getattr(analyzer, game).__all__}
    inner |= {f"starship.plots.{name}" for name in starship_plots.__all__}
    assert sorted(told) == sorted({*analyzer.__all__, *inner} - {*rooms, *GAMES, "plots.starship"})


def test_name_pages_have_distinct_addresses() -> None:
    addresses = [heading.address for heading in face.headings()]
    assert len(addresses) == len({*addresses})
    assert {heading.game for heading in face.headings()} == {"", *GAMES}


@pytest.mark.parametrize("room", ["analyzer", *(f"analyzer.{game}" for game in GAMES)])
def test_public_functions_have_doctest_examples(room: str) -> None:
    """Doctests of the package are run with all other tests."""
    public = import_module(room)
    functions = {name: one for name in public.__all__ if isroutine(one := getattr(public, name, None))}
    bare = [name for name, one in functions.items() if ">>> " not in (getdoc(one) or "")]
    assert len(functions) > 20
    assert bare == []


# Links


def test_site_links_are_rewritten() -> None:
    text = "[tables](../analyzer/trucker/data/README.md#tables), [rulings](rulings.md), [web](https://example.org/a)"
    assert [*linked("index.md", text)] == [ROOT / "analyzer/trucker/data/README.md"]
    assert rewritten("index.md", text) == text.replace("../analyzer", "analyzer")
    back = "[editions](../../../docs/editions.md)"
    assert rewritten("analyzer/trucker/data/README.md", back) == "[editions](../../../editions.md)"


def test_site_needing_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "there.html").write_text('<h1 id="here">x</h1>')
    (tmp_path / "page.html").write_text(
        '<link rel="stylesheet" href="https://fonts.example.org/x.css"><script src="//cdn.example.org/x.js"></script>'
        '<img src="no.png"><a href="https://example.org">may be followed</a><a href="there.html#here">good</a>'
        '<a href="there.html#nowhere">bad</a><a href="gone.html">bad</a>'
    )
    assert offline.faults(tmp_path) == [
        "page.html: loads https://fonts.example.org/x.css from the network",
        "page.html: loads //cdn.example.org/x.js from the network",
        "page.html: loads no.png, which is not there",
        "page.html: leads to there.html#nowhere: no such place in that page",
        "page.html: leads to gone.html, which is not there",
    ]


def test_notebook_list_shows_first_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"notebooks/a.md": "", "notebooks/a/output_2_0.png": b"", "notebooks/a/output_10_0.png": b""}
    monkeypatch.setattr(notebooks, "pages", lambda: made)
    shown = notebooks.with_thumbnails("1. [Why?](a.md) The first.\n2. [How?](b.md) Without pictures.")
    assert re.findall(r"!\[\]\(([^)]+)\)", shown) == ["a/output_2_0.png"]
    assert re.findall(r"\]\((\w+\.md)\)", shown) == ["a.md", "b.md"]


# What a reader does


def with_few_flights(words: list[str]) -> list[str]:
    """Fewer in place of what a page says; a flight that says nothing is given them, as its default is high."""
    fewer = {"--flights": FEW} if words[0] in FLOWN else {"--games": FEW_GAMES, "--turns": FEW_GAMES}
    kept = [fewer.get(before, word) for before, word in zip(["", *words], words, strict=False)]
    return kept if words[0] not in FLOWN or "--flights" in words else [*kept, "--flights", FEW]


def test_pages_for_roles_have_steps() -> None:
    assert {
        "tutorial.md",
        *(f"tutorial-{game}.md" for game in GAMES),
        *(f"how-to/{role}.md" for role in ("designer", "player", "balance")),
    } <= {*TAKEN}


PROGRESS = re.compile(r"^.*\b(?:so far|left)$\n", re.MULTILINE)
"""What is said after the first second, on a machine that is busy."""


@pytest.mark.usefixtures("undrawn", "flown_once")
@pytest.mark.parametrize("page", all_but(LONG, TAKEN))
def test_page_commands_and_examples_work(
    command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str
) -> None:
    monkeypatch.setattr(tuning, "FACTORS", (2,))
    place = workplace(tmp_path)
    for step in steps(TEXTS[page]):
        if isinstance(step, Typed):
            step.write(place)
        else:
            said = command(*with_few_flights(step.words(place, most=2)))
            assert (said.code, PROGRESS.sub("", said.err)) == (0, ""), step.line
    for picture in re.findall(r"!\[[^]]+\]\((\S+)\)", TEXTS[page]):
        shown = (DOCS / page).parent.joinpath(picture).resolve().relative_to(ROOT)
        assert (place / shown).is_file(), picture


@pytest.mark.long
@pytest.mark.parametrize("page", all_but(LONG_EXAMPLES, [page for page, text in TEXTS.items() if ">>> " in text]))
def test_page_python_examples_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    monkeypatch.chdir(workplace(tmp_path))
    for step in steps(TEXTS[page]):
        if isinstance(step, Typed):
            step.write(tmp_path)
    examples = "\n\n".join(text for kind, _, text in BLOCK.findall(TEXTS[page]) if kind == "pycon")
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test) == (0, len(test.examples))
    assert test.examples


@pytest.mark.long
def test_tutorial_claims_hold_for_ships(tmp_path: Path) -> None:
    """Flawed first; then stuck more often than it should be; the second ship less so, and better, whatever the seed."""
    files = [step for step in steps(TEXTS["tutorial.md"]) if isinstance(step, Typed)]
    ships = []
    for file in files:
        file.write(tmp_path)
        ships.append(analyzer.load_ship(tmp_path / file.name))
    assert [bool(ship.flaws()) for ship in ships] == [True, False, False]
    found = analyzer.compare(ships[1:], flights=2000, seed=97, rivals=load_field("I"))
    assert found.difference("My First", "My Second", "no_engines").low > 0.05
    assert found.verdict("My Second", "My First") == "better"


def in_its_folder(page: str, folder: Path) -> Path:
    """A folder with the files that a page has its reader write."""
    for step in steps(TEXTS[page]):
        if isinstance(step, Typed):
            step.write(folder)
    return folder


@pytest.mark.long
def test_starship_tutorial_claims_hold(tmp_path: Path) -> None:
    """The known sector is best, the others are nearly equal, and the cannon hardly matters, whatever the seed."""
    place = in_its_folder("tutorial-starship.md", tmp_path)
    found = starship.sectors(place / "evening.yaml", 6000, 97)
    assert found.best == 1
    worths = [found.by_sector[f"sector {number}"].measured("worth").mean for number in (1, 2, 3, 4)]
    assert worths[0] - max(worths[1:]) > 3 * (max(worths[1:]) - min(worths[1:]))
    assert 0.43 < starship.pay_or_fight(2, demand=3, entered=5).chance < 0.45
    ships = [place / "mine.yaml", place / "armed.yaml"]
    armed = starship.compare(ships, 4000, 97, against=place / "sun.yaml")
    assert abs(armed.difference("Night Ferry, armed", "Night Ferry", "won").mean) < 0.02
    assert [bool(reason) for reason in starship.replay(place / "record.yaml").reasons].count(True) == 2


@pytest.mark.long
def test_lorry_tutorial_claims_hold(tmp_path: Path) -> None:
    """Five points now, box (3, 3) is best, and long routes bring as much as many short ones, whatever the seed."""
    place = in_its_folder("tutorial-lorry.md", tmp_path)
    assert max(row["points"] for row in lorry.points_now(place / "fifth.yaml").rows()) == 5
    advice = lorry.advise(place / "fifth.yaml", 400, 97, candidates=12)
    assert [choice.box for choice in advice.choices[:3]] == [(3, 3), (5, 4), (5, 4)]
    other = lorry.advise(place / "fifth.yaml", 100, 97, candidates=12, captain="sprinter")
    assert other.choices[0].type == "straight"
    both = lorry.race(place / "yard.yaml", 150, 97, captains=["steady", "sprinter"])
    assert both["sprinter"].routes.mean > 1.8 * both["steady"].routes.mean
    assert abs(both["steady"].margin.mean) < 2
    assert len(lorry.replay(place / "record.yaml").refused) == 1


def shown_commands(text: str) -> list[str]:
    """Command lines of `analyzer` in a page: in its blocks and, with their files, in its sentences."""
    blocks = "\n".join(block for kind, _, block in BLOCK.findall(text) if kind in {"sh", "console"})
    lines = re.findall(r"^(?:\$ )?analyzer ((?:.*\\\n)*.*)", blocks, re.MULTILINE)
    lines = [part for line in lines for part in re.split(r" \| analyzer ", line)]  # joined by pipes
    return [*lines, *re.findall(r"`analyzer (\w[^`\n]* \w+/[^`\n]*)`", re.sub(BLOCK, "", text))]


def read_line(line: str) -> None:
    """Let the command read the line and run nothing; what is wrong in it raises."""
    words = shlex.split(line.replace("\\\n", " "), comments=True)
    command = next(verb.command for verb in verbs.verbs() if verb.name == words[0])
    while hasattr(command, "list_commands"):
        name, *words = words
        command = command.get_command(command.make_context(name, ["-"], resilient_parsing=True), words[0])
    command.make_context(words[0], words[1:])


SHOWN = {"README.md": README, **TEXTS}


@pytest.mark.parametrize("page", [page for page, text in SHOWN.items() if shown_commands(text)])
def test_shown_commands_can_be_parsed(page: str) -> None:
    """They are not run; wrong names and missing arguments are refused while a line is read."""
    for line in shown_commands(SHOWN[page]):
        read_line(line)


def test_commands_in_blocks_and_sentences_found() -> None:
    page = "Give `analyzer fly a/b.yaml` or `analyzer --help`.\n\n```sh\nmake run\nanalyzer x \\\n    y  # z\n```\n"
    assert shown_commands(page) == ["x \\\n    y  # z", "fly a/b.yaml"]
    with pytest.raises(Exception, match="No such option"):
        read_line("lorry race galaxy.yaml --no-such-option 1")


def test_pages_show_every_verb() -> None:
    """Every command stands in a page under its question, in README.md or docs."""
    pages = [text for page, text in SHOWN.items() if page in {"README.md", "sweeps.md"} or page.startswith("how-to/")]
    shown = {tuple(line.split()[:2]) for text in pages for line in shown_commands(text)}
    games = {"starship", "lorry"}
    inner = {(verb.name, name.split()[1]) for verb in verbs.verbs() for name in (one.name for one in verb.inner())}
    assert inner - shown == set()
    assert {verb.name for verb in verbs.verbs()} - games - {first for first, *_ in shown} == set()


# The page that everybody reads first


def test_readme_fits_a_screen() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    assert [line for line in lines if len(line) > 100] == []


@pytest.mark.long
@pytest.mark.usefixtures("undrawn", "flown_once")
def test_readme_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace(tmp_path))
    (code,) = (text for kind, _, text in BLOCK.findall(README) if kind == "python")
    few = re.sub(r"flights=[\d_]+", f"flights={FEW}", code).replace("[ship, kite])", f"[ship, kite], flights={FEW})")
    assert few.count(f"flights={FEW}") == 3
    exec(few, {})
    assert Path("report.html").is_file()


def test_readme_ship_is_first_mile() -> None:
    (text,) = (text for kind, _, text in BLOCK.findall(README) if kind == "yaml")
    mile = analyzer.load_ship(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")
    assert load_text(analyzer.load_ship, text).components == mile.components


def test_output_stands_below_its_command() -> None:
    page = 'a\n\n```console\n$ analyzer x\n$ analyzer y \\\n    z\n```\n\n```yaml title="b"\nc: 1\n```\n'
    assert [*steps(page)][-1] == Typed("b", "c: 1\n")
    told = with_output(page, ["one", ""])
    assert told.index("analyzer x") < told.index("\none\n") < told.index("analyzer y \\\n    z\n```")
    assert told.endswith('```yaml title="b"\nc: 1\n```\n')


def test_search_splits_words_at_stars() -> None:
    """The search finds no word that begins like one with a star in it, so no word of its index may have one."""
    (separator,) = re.findall(r"separator: '(.+)'", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    words = re.split(separator, 'earns **23.08 credits**, f"{credits*2}" or goods_sold')
    assert [word for word in words if word] == ["earns", "23.08", "credits", "f", "credits", "2", "or", "goods_sold"]
