"""The report: its numbers are those of the results, its page stands alone, and a real browser paints it."""

from __future__ import annotations

import errno
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

import pytest

import analyzer
from analyzer import Estimate, report
from analyzer.types import Report
from tests.conftest import Said
from tests.doors.printed import load_edition
from tests.doors.trucker_questions import EffectOfGroup, sentences
from tests.doors.trucker_questions import content as pictures
from tests.facts import untold
from tests.host import browsing
from tests.host.browsing import in_browser, sized
from tests.places import ROOT
from tests.texts import saved_text

SMALLEST = 8

SHIPS = ROOT / "ships" / "2007"
FIRST = [SHIPS / "I" / f"{name}.yaml" for name in ("first-mile", "brass-hornet", "paper-arrow")]
LARGEST_PAGE = 3_000_000
ALIKE: dict[tuple[object, ...], list[int]] = {}
"""By what the cards of level I say, the numbers of those that say the same."""
for printed in load_edition("2007").cards:
    if printed.level == 1:
        ALIKE.setdefault(astuple(replace(printed, id=0, learning=False, source="", confidence="")), []).append(
            printed.id
        )
LONG_NAME = "of the Honourable Company of Longshoremen, Chandlers and Ropewalkers"


@pytest.fixture(scope="module")
def written() -> Report:
    return report(
        [analyzer.load_ship(path) for path in FIRST],
        flights=600,
        seed=3,
        title="Three <small> & others",
        rivals="alone",
    )


@pytest.fixture(scope="module")
def page(written: Report) -> str:
    return written.html()


class Parsed(HTMLParser):
    """Addresses, tables as lists of rows, and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.rows: list[list[str]] = []
        self.alts: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.addresses += [known[name] or "" for name in ("src", "href") if name in known]
        if tag == "img":
            self.alts.append(known.get("alt") or "")
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data


@pytest.mark.long
def test_markdown_names_hold_no_markup(written: Report) -> None:
    """Names begin no tag and no link in Markdown."""
    outside = re.sub("(?s)```yaml.*?```|`[^`]*`", "", written.markdown())
    assert "Three &lt;small> & others" in outside
    assert "<" not in outside


@pytest.mark.long
def test_page_needs_nothing_from_outside(page: str) -> None:
    parsed = Parsed(page)
    assert parsed.addresses
    assert all(address.startswith(("#", "data:")) for address in parsed.addresses)
    assert not re.search(r"<script [^>]*src|fetch\(|XMLHttpRequest|import\(", page)
    assert "@import" not in page
    assert len(page.encode()) < LARGEST_PAGE


def test_page_links_lead_somewhere(page: str) -> None:
    inside = {address[1:] for address in Parsed(page).addresses if address.startswith("#")}
    assert inside <= set(re.findall(r'id="([^"]+)"', page))


def test_page_escapes_ship_names(page: str) -> None:
    assert "Three &lt;small&gt; &amp; others" in page
    assert "Three <small>" not in page


def test_ranking_matches_the_comparison(written: Report, page: str) -> None:
    rows = [row for row in Parsed(page).rows if row[1:] and row[1] in written.comparison.names]
    credits = {ship.name: ship.credits for ship in written.comparison.results}
    means = {name: histogram.mean for name, histogram in credits.items()}
    ranked = sorted(means, key=lambda name: -means[name])
    assert [row[:2] for row in rows] == [[str(rank), name] for rank, name in enumerate(ranked, start=1)]
    for row in rows:
        low, high = credits[row[1]].interval()
        assert row[2] == f"{means[row[1]]:.2f} {low:.2f} to {high:.2f}", "the interval stands below"


def test_every_metric_is_told(written: Report, page: str) -> None:
    rows = [[cell.strip() for cell in row] for row in Parsed(page).rows]
    for ship in written.comparison.results:
        low, high = ship.credits.interval()
        assert ["credits", f"{ship.credits.mean:.3f}", f"{low:.3f} to {high:.3f}"] in [row[:3] for row in rows]
        arrived = f"{ship.ending_share('arrived'):.2%}"
        assert ["arrived", arrived] in [row[:2] for row in rows]
    assert rows.count(["what it earns (credits)"]) == len(written.comparison.names), "a line above its rows"


@pytest.mark.usefixtures("undrawn")
def test_page_tells_its_command(command: Callable[..., Said], tmp_path: Path) -> None:
    ship = tmp_path / "a ship's file.yaml"
    ship.write_text(FIRST[0].read_text(encoding="utf-8"), encoding="utf-8")
    typed = ["report", str(ship), "--cards", "8", "--captain", "bold", "--rivals", str(FIRST[2]), "-o", "made.md"]
    typed += ["--flights", "20"]
    said = command(*typed)
    assert not said.code, said.err
    (line,) = re.findall(r"analyzer report .*?(?=`)", (tmp_path / "made.md").read_text(encoding="utf-8"))
    assert shlex.split(line) == ["analyzer", *typed]
    page = replace(report([analyzer.load_ship(FIRST[0])], flights=20, cards=[3], rivals="alone"), command=line).html()
    assert f'<pre class="command">{line}</pre>' in unescape(page)


def test_page_holds_ships_and_prices(written: Report, page: str) -> None:
    rows = Parsed(page).rows
    for told in (unescape(page), written.markdown()):
        for ship in written.comparison.results:
            assert saved_text(analyzer.save_ship, ship.ship) in told
    # a drawing of each ship, and one more of each of the first three
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg"') == len(written.comparison.names) + 3
    first = page.index('class="podium"')
    assert page.index("1. ", first) < page.index("2. ", first) < page.index("3. ", first)
    prices = analyzer.load_captain("expert").as_prices()
    (expert,) = (row for row in rows if row and row[0] == "expert" and len(row) == len(prices))
    assert expert[1:] == [f"{value:g}" for name, value in prices.items() if name != "name"]


def test_every_captain_is_told_once() -> None:
    ships = [analyzer.load_ship(path) for path in FIRST]
    told = report(ships[:2], flights=20, cards=[8], captain=["bold", "miser"], rivals=ships[2:]).provenance.captains
    assert [captain.name for captain in told] == ["bold", "expert", "miser"]


def cards_of(written: Report, page: str) -> list[list[str]]:
    """The rows of the table of cards: numbers, words, mean, an effect a ship."""
    return [row for row in Parsed(page).rows if len(row) == 3 + len(written.comparison.names) and row[0][0].isdigit()]


def test_like_cards_share_a_row(written: Report, page: str) -> None:
    """Cards of level I that say the same, such as "open space", share a row."""
    rows = cards_of(written, page)
    alone = {str(number) for (number,) in (one for one in ALIKE.values() if len(one) == 1)}
    assert alone < {row[0] for row in rows}
    assert len(rows) == len(ALIKE)
    assert len({row[1] for row in rows}) == len(rows), "no two rows tell of the same card"
    means = [float(row[2].replace("\N{MINUS SIGN}", "-")) for row in rows]
    assert means == sorted(means)
    assert written.effects is not None
    effects = {e.card.id: f"{e.credits[0]:+.2f}" for e in written.effects[0].ships[0].cards if e.credits}
    values = {row[0]: row[3].replace("\N{MINUS SIGN}", "-") for row in rows}
    assert all(values[number].startswith(effects[int(number)]) for number in alone)


def test_card_colours_hold_jointly(written: Report) -> None:
    """Bonferroni: each of n rows, those of all ships, has an interval of confidence 1 - 0.05 / n."""
    assert written.effects is not None
    wider = NormalDist().inv_cdf(1 - 0.025 / (3 * len(ALIKE))) / NormalDist().inv_cdf(0.975)
    for one, effects in zip(written.effects, written.card_effects, strict=True):
        assert len(effects) == len(ALIKE)
        for effect in effects:
            if len(effect.cards) == 1 and effect.met >= 100:
                own = one.ships[0][effect.numbers[0]].credits
                assert effect.credits is not None
                assert effect.credits.mean == own.mean
                assert effect.credits.high - effect.credits.low == pytest.approx(wider * (own.high - own.low), rel=1e-3)


@pytest.mark.long
def test_summary_names_no_chance_card() -> None:
    """No card stands out in twelve flights."""
    few = list(sentences.summary(report([analyzer.load_ship(FIRST[0])], flights=12, seed=3)))
    costs, brings = "no card clearly costs credits for First Mile", "No card clearly brings credits for First Mile"
    assert few[-1] == f"In the field, {costs}. {brings}."


@pytest.mark.long
def test_summary_joins_identical_ships() -> None:
    """A ship and its copy, whatever the seed: neither is called better, safer or riskier."""
    mile = analyzer.load_ship(FIRST[0])
    twin = replace(mile, name="First Twin")
    for seed in (1, 2):
        earns, _, arrives, loses, _ = sentences.summary(report([mile, twin], flights=60, seed=seed))
        assert not untold(earns, "In the field", "no ship", "earns")
        assert not untold(arrives, "In the field", "no ship", "arrives")
        assert loses.startswith("In the field, no ship")


@pytest.mark.long
def test_summary_joins_close_cards() -> None:
    """Pirates cost a lone ship clearly in 400 flights, and meteors may cost as much."""
    *_, cards = sentences.summary(report([analyzer.load_ship(FIRST[0])], flights=400, seed=1))
    costs, brings = cards.split(". ")
    assert "number 2 (pirates" in costs
    assert " or number " in costs
    assert costs.endswith("400 flights cannot tell them apart")
    assert brings.startswith("The card that brings most")


def test_summary_names_leader_of_many() -> None:
    """Six cards cost 1.5 to 2, each plus or minus 1: 0.1 lies between the first two, and (2 / 0.1) squared is 400."""
    cards = [replace(card, id=number) for number, card in enumerate(load_edition("2007").cards[:6])]
    costs = [2.0, 1.9, 1.8, 1.7, 1.6, 1.5]
    effects = [
        EffectOfGroup((card,), 50, Estimate(-cost, -cost - 1, -cost + 1), None, None)
        for card, cost in zip(cards, costs, strict=True)
    ]
    experiment = SimpleNamespace(TRIAL=("flight", "flights"), facts=dict)
    comparison = SimpleNamespace(names=("Mile",), experiments=(experiment,), trials=500)
    (said,) = sentences.what_decides(SimpleNamespace(comparison=comparison, card_effects=[effects]))  # type: ignore[arg-type]
    assert not untold(said, "500 flights", "costs most", "Mile", "number 0", "slavers", "\N{MINUS SIGN}2.00")
    assert "5 others may cost as much" in said
    assert not untold(said, "number 1 (smugglers, −1.90)", "400 times")


def test_summary_names_no_zero_ship() -> None:
    """In open space a ship with an engine loses nothing, so no ship ends with a loss most often."""
    mile = analyzer.load_ship(FIRST[0])
    few = report([mile, replace(mile, name="First Twin")], flights=12, cards=[4, 5], rivals="alone")
    assert [ship.measured("loss").mean for ship in few.comparison.results] == [0, 0]
    assert not untold(sentences.summary(few), "Alone", "loss", "12 flights")


def test_heading_tells_the_captain(written: Report, page: str) -> None:
    assert written.heading().endswith("alone, captain expert")
    assert written.heading() in unescape(page)


def test_each_picture_has_alt_text(written: Report, page: str) -> None:
    alts = Parsed(page).alts
    assert len(alts) == 4 + 3 * len(written.comparison.names)
    assert all(alts)


def test_partial_pictures_say_so(page: str) -> None:
    assert Parsed(page).alts.count("where First Mile is hit: the first 150 flights") == 1
    assert sum(alt.endswith("how many still fly: the first 150 flights") for alt in Parsed(page).alts) == 3


def test_summary_names_best_ship(written: Report) -> None:
    means = {ship.name: ship.credits.mean for ship in written.comparison.results}
    best = max(means, key=lambda name: means[name])
    first, *_ = sentences.summary(written)
    assert first.startswith(f"Alone, {best} earns {means[best]:.2f} credits")


def test_markdown_has_same_numbers(written: Report) -> None:
    told = written.markdown()
    for ship in written.comparison.results:
        low, high = ship.credits.interval()
        assert f"| **credits** | {ship.credits.mean:.3f} | {low:.3f} to {high:.3f} |" in told
    rows = [line for line in told.splitlines() if line.startswith("|")]
    blocks = re.split(r"\n\s*\n", told)
    for block in blocks:
        lines = [line for line in block.splitlines() if line.startswith("|")]
        widths = {line.replace(r"\|", "").count("|") for line in lines}
        assert len(widths) <= 1, lines[:2]
    assert rows


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
def test_fixed_route_has_no_effects() -> None:
    fixed = report([analyzer.load_ship(path) for path in FIRST[:2]], flights=20, cards=[3, 4, 5], rivals="alone")
    assert fixed.effects is None
    assert 'id="cards"' not in fixed.html()
    assert "What each card does" not in fixed.markdown()


def test_provenance_counts_table_rows() -> None:
    rows = {table.name: table.rows for table in sentences.tables("2007")}
    assert rows["cards"] == len(analyzer.load_edition("2007").cards)
    assert rows["components"] == 144
    assert all(sum(many for _, many in table.confidence) == table.rows for table in sentences.tables("2007"))


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
def test_report_verb_writes_both_formats(command: Callable[..., Said], tmp_path: Path) -> None:
    asked = ("report", *map(str, FIRST[:2]), "--flights", "10", "--alone", "--cards", "8")
    said = command(*asked, "-o", "x.html")
    assert not said.code, said.err
    assert "report: x.html" in said.out
    assert (tmp_path / "x.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    said = command(*asked, "-o", "x.txt", "--format", "md", "--title", "Mine")
    assert not said.code, said.err
    assert (tmp_path / "x.txt").read_text(encoding="utf-8").startswith("# Mine\n")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["-o", "."], "is a directory"),
        (["-o", "x.pdf"], "error: --out x.pdf: name a file that ends in .html or .md"),
        (["-o", "x.html", "--format", "docx"], "html, md"),
        (["-o", "x.html", "--flights", "0"], "flights 0"),
        (["-o", "x.html", "--level", "II"], "board"),
    ],
)
def test_unwritable_report_is_refused(command: Callable[..., Said], args: list[str], told: str) -> None:
    said = command("report", str(FIRST[0]), *args)
    assert said.code == 2
    assert told in said.err
    assert "Traceback" not in said.err


@pytest.mark.usefixtures("undrawn")
def test_full_disk_keeps_old_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = report([analyzer.load_ship(FIRST[0])], flights=5, cards=[8], rivals="alone")
    page = tmp_path / "report.html"
    page.write_text("the one before", encoding="utf-8")
    real = Path.write_text

    def half(self: Path, text: str, **options: Any) -> int:
        real(self, text[: len(text) // 2], **options)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", half)
    with pytest.raises(analyzer.AnalyzerError, match="No space left"):
        written.save(page)
    assert page.read_text(encoding="utf-8") == "the one before"
    assert list(tmp_path.iterdir()) == [page]


# In a real browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsing.browser() as driver:
        yield driver


@in_browser
@pytest.mark.parametrize("width", [400, 1200])
def test_browser_paints_all_images(browser: Any, page: str, tmp_path: Path, width: int) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    sized(browser, width)
    visit(browser, file.as_uri())
    assert browser.get_log("browser") == []
    painted = "return [...document.images].map(i => [i.complete, i.naturalWidth, i.getBoundingClientRect().width])"
    images = browser.execute_script(painted)
    assert len(images) == page.count("<img ")
    assert all(complete and natural > 300 and 200 < shown <= width for complete, natural, shown in images)


@pytest.fixture(scope="module")
def pages(page: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every sort of page by name, as an address: few ships, many with long names, one flight."""
    ships = [analyzer.load_ship(path) for path in sorted((SHIPS / "I").glob("*.yaml"))]
    names = [path.stem for path in (SHIPS / "II").glob("*.yaml")]
    many = [replace(ships[0], name=f"{short} {name}") for short in names[:4] for name in ("", LONG_NAME)]
    story = analyzer.explain(ships[:1], flight=3, rivals=ships[1:4])
    made = {"few": page, "story": story.html()}
    with pytest.MonkeyPatch.context() as without_pictures:
        without_pictures.setattr(pictures, "ship_pictures", lambda *_: ())
        made["many"] = report(many, flights=40, rivals="alone").html()
    folder = tmp_path_factory.mktemp("pages")
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in made}


TABLES = """return [...document.querySelectorAll('table')].map(table => {
    const around = table.closest('.fits').getBoundingClientRect(), page = document.documentElement.clientWidth;
    const cut = [...table.querySelectorAll('td, tbody th, caption')].filter(cell => {
        const box = cell.getBoundingClientRect();
        return box.width && (box.right > around.right + 1 || box.left < around.left - 1 || box.right > page
                             || cell.scrollWidth > cell.clientWidth + 1);
    });
    const sizes = [...table.querySelectorAll('td, th, small')].map(cell => parseFloat(getComputedStyle(cell).fontSize));
    const unseen = cell => cell.textContent && !cell.getBoundingClientRect().width;
    const hidden = [...table.querySelectorAll('td')].filter(unseen);
    return [cut.map(cell => cell.textContent), table.scrollWidth - table.closest('.fits').clientWidth,
            around.right - page, Math.min(...sizes), hidden.length];
})"""
"""Of every table the cells that are cut, how far it sticks out, its smallest letters, and cells that are not shown."""


@pytest.mark.long
@in_browser
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("width", [400, 500, 1920, 800, 1200])
def test_tables_fit_every_screen(browser: Any, pages: dict[str, str], width: int) -> None:
    sized(browser, width)
    for name, address in pages.items():
        visit(browser, address)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, name
        found = browser.execute_script(TABLES)
        assert len(found) == {"few": 11, "many": 21, "story": 1}[name]
        for cut, over, outside, smallest, hidden in found:
            assert cut == [], (name, width)
            assert over <= 1
            assert outside <= 0
            assert smallest >= 12
            assert hidden == 0


@pytest.mark.long
@in_browser
def test_narrow_table_labels_its_numbers(browser: Any, pages: dict[str, str]) -> None:
    sized(browser, 400)
    visit(browser, pages["few"])
    label = "return getComputedStyle(document.querySelector('#ranking td:nth-of-type(2)'), '::before').content"
    assert browser.execute_script(label) == '"behind"'
    sized(browser, 1200)
    assert browser.execute_script(label) == "none"


@pytest.mark.long
@in_browser
def test_tables_sort_by_any_column(browser: Any, pages: dict[str, str]) -> None:
    sized(browser, 1200)
    visit(browser, pages["few"])
    column = "return [...document.querySelectorAll('#ranking tbody tr')].map(row => row.cells[arguments[0]].innerText)"
    cards = column.replace("#ranking", "#cards")
    headings = browser.find_elements("css selector", "#ranking thead button")
    assert [heading.text for heading in headings[:4]] == ["ship", "credits", "behind", "groups"]
    first = browser.execute_script(column, 1)
    headings[0].click()
    assert browser.execute_script(column, 1) == sorted(first)
    headings[0].click()
    assert browser.execute_script(column, 1) == sorted(first, reverse=True)
    headings[1].click()
    assert browser.execute_script(column, 0) == ["1", "2", "3"], "numbers fall first"
    mean = browser.find_elements("css selector", "#cards thead button")[2]
    mean.click()
    means = [float(text.replace("\N{MINUS SIGN}", "-")) for text in browser.execute_script(cards, 2)]
    assert means == sorted(means, reverse=True)
    assert means[0] > 0 > means[-1]
    assert browser.get_log("browser") == []


@in_browser
def test_report_sections_fold_by_click(browser: Any, pages: dict[str, str]) -> None:
    visit(browser, pages["few"])
    assert shown(browser, "#cards table")
    browser.find_element("css selector", "#cards summary").click()
    assert not shown(browser, "#cards table")
    browser.find_element("css selector", "nav a[href='#cards']").click()
    browser.execute_async_script("requestAnimationFrame(arguments[0])")
    assert shown(browser, "#cards table"), "who follows a link sees where it leads"
    browser.find_element("css selector", ".all").click()
    assert not shown(browser, "#ranking table")


@in_browser
def test_page_works_without_scripts(browser: Any, pages: dict[str, str]) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(browser, pages["few"])
        browser.find_element("css selector", "#cards summary").click()
        assert not browser.find_elements("css selector", "thead button")
        assert not browser.find_element("css selector", "#cards table").is_displayed()
        assert browser.find_element("css selector", "#ranking table").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def shown(browser: Any, what: str) -> bool:
    """Whether a person sees it."""
    return bool(browser.execute_script("return document.querySelector(arguments[0]).checkVisibility()", what))


@pytest.mark.slow(but=2)
@in_browser
@pytest.mark.parametrize("width", [400, 500, 800, 1200, 1920])
def test_pictures_are_legible_as_shown(browser: Any, pages: dict[str, str], width: int) -> None:
    sized(browser, width)
    visit(browser, pages["few"])
    widths = browser.execute_script("return [...document.images].map(i => i.getBoundingClientRect().width)")
    assert len(widths) == 13
    for shown_at in widths:
        pixels_a_point = shown_at / (pictures.WIDTH * 72)
        assert SMALLEST * pixels_a_point >= 9.5
        assert SMALLEST * pixels_a_point <= 16, "nor are they blown up"


@in_browser
def test_light_and_dark_differ(browser: Any, page: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    grounds = []
    for scheme in ("light", "dark"):
        features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
        visit(browser, file.as_uri())
        style = "const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]"
        grounds.append([brightness(colour) for colour in browser.execute_script(style)])
    (light, ink), (dark, pale) = grounds
    assert light - ink > 150
    assert pale - dark > 150


def visit(browser: Any, address: str) -> None:
    """Go to a page, and wait until all of it is there: `get` may come back while it is still read."""
    from selenium.webdriver.support.wait import WebDriverWait

    browser.get(address)
    WebDriverWait(browser, 60).until(lambda _: browser.execute_script("return document.readyState") == "complete")


def brightness(colour: str) -> float:
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.long
def test_report_of_two_ends_by_rule() -> None:
    """All parts fly as many flights as the comparison took, which says why it ended; a number given is exact."""
    ships = [analyzer.load_ship(path) for path in FIRST[:2]]
    told = report(ships, rivals="alone")
    trials = told.comparison.trials
    assert trials < 20_000
    assert "Stopped before 20,000 flights" in " ".join(told.notes())
    _, low, high = told.comparison.difference(*told.comparison.names)
    # as wide as the margin at the most, and of the fewest whole steps of 2,048 flights
    assert 0.25 * ((trials - 2_048) / trials) ** 0.5 < high - low < 0.26
    assert told.courses[0].trials == trials // 4
    assert report(ships, flights=50, rivals="alone").comparison.trials == 50
