"""The report: its numbers are those of the results, its page stands alone, and a real browser paints it."""

from __future__ import annotations

import errno
import re
import shutil
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer.report.trucker.balance import Report, report
from analyzer.report.trucker.provenance import tables
from analyzer.report.trucker.words import interval, number, signed, summary
from tests.conftest import Said

ROOT = Path(__file__).parent.parent
SHIPS = ROOT / "ships" / "2007"
FIRST = [SHIPS / "I" / f"{name}.yaml" for name in ("first-mile", "brass-hornet", "paper-arrow")]
LARGEST_PAGE = 3_000_000


@pytest.fixture(scope="module")
def written() -> Report:
    return report([analyzer.load_ship(path) for path in FIRST], flights=600, seed=3, title="Three <small> & others")


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
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.addresses += [known[name] or "" for name in ("src", "href") if name in known]
        if tag == "img":
            self.alts.append(known.get("alt") or "")
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_the_page_needs_nothing_from_outside(page: str) -> None:
    parsed = Parsed(page)
    assert parsed.addresses
    assert all(address.startswith(("#", "data:")) for address in parsed.addresses)
    assert "<script" not in page
    assert "@import" not in page
    assert len(page.encode()) < LARGEST_PAGE


def test_links_inside_the_page_lead_somewhere(page: str) -> None:
    inside = {address[1:] for address in Parsed(page).addresses if address.startswith("#")}
    assert inside <= set(re.findall(r'id="([^"]+)"', page))


def test_names_are_escaped(page: str) -> None:
    assert "Three &lt;small&gt; &amp; others" in page
    assert "Three <small>" not in page


def test_the_ranking_is_that_of_the_comparison(written: Report, page: str) -> None:
    rows = [row for row in Parsed(page).rows if row and row[0] in written.comparison.names]
    ranked = [row for row in rows if len(row) == 6]
    credits = {ship.name: ship.credits for ship in written.comparison.results}
    means = {name: histogram.mean for name, histogram in credits.items()}
    assert [row[0] for row in ranked] == sorted(means, key=lambda name: -means[name])
    for row in ranked:
        assert row[2] == number(means[row[0]])
        assert row[3] == interval(
            *written.comparison.results[written.comparison.names.index(row[0])].credits.interval()
        )


def test_every_metric_of_every_ship_is_told(written: Report, page: str) -> None:
    rows = Parsed(page).rows
    for ship in written.comparison.results:
        assert ["credits", number(ship.credits.mean), interval(*ship.credits.interval())] in [row[:3] for row in rows]
        arrived = f"{ship.ending_share('arrived'):.2%}"
        assert ["arrived", arrived] in [row[:2] for row in rows]


def test_every_card_of_the_level_is_told_once(written: Report, page: str) -> None:
    assert written.effects is not None
    rows = [row for row in Parsed(page).rows if len(row) == 3 + len(written.comparison.names) and row[0].isdigit()]
    assert sorted(int(row[0]) for row in rows) == list(range(20))
    means = [float(row[2].replace("\N{MINUS SIGN}", "-")) for row in rows]
    assert means == sorted(means)
    first = written.effects[0].ships[0]
    shown = {int(row[0]): row[3] for row in rows}
    assert all(shown[e.card.id].startswith(signed(e.credits[0])) for e in first.cards if e.credits)


def test_each_picture_says_what_it_shows(written: Report, page: str) -> None:
    alts = Parsed(page).alts
    assert len(alts) == 2 + 3 * len(written.comparison.names)
    assert all(alts)


def test_the_summary_names_the_best_ship(written: Report) -> None:
    means = {ship.name: ship.credits.mean for ship in written.comparison.results}
    best = max(means, key=lambda name: means[name])
    first, *_ = summary(written)
    assert first.startswith(f"{best} earns {number(means[best])} credits")


def test_markdown_has_the_same_numbers(written: Report) -> None:
    told = written.markdown()
    for ship in written.comparison.results:
        assert f"| credits | {number(ship.credits.mean)} | {interval(*ship.credits.interval())} |" in told
    rows = [line for line in told.splitlines() if line.startswith("|")]
    blocks = re.split(r"\n\s*\n", told)
    for block in blocks:
        lines = [line for line in block.splitlines() if line.startswith("|")]
        widths = {line.replace(r"\|", "").count("|") for line in lines}
        assert len(widths) <= 1, lines[:2]
    assert rows


def test_a_fixed_route_has_no_card_effects(written: Report) -> None:
    fixed = report([analyzer.load_ship(path) for path in FIRST[:2]], flights=50, cards=[3, 4, 5])
    assert fixed.effects is None
    assert 'id="cards"' not in fixed.html()
    assert "What each card does" not in fixed.markdown()


def test_provenance_counts_the_rows_of_the_tables() -> None:
    rows = {table.name: table.rows for table in tables("2007")}
    assert rows["cards"] == 60
    assert rows["components"] == 144
    assert all(sum(many for _, many in table.confidence) == table.rows for table in tables("2007"))


def test_the_verb_writes_both_formats(command: Callable[..., Said], tmp_path: Path) -> None:
    files = [str(path) for path in FIRST[:2]]
    said = command("report", *files, "--flights", "100", "-o", "x.html")
    assert not said.code, said.err
    assert "report: x.html" in said.out
    assert (tmp_path / "x.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    said = command("report", *files, "--flights", "100", "-o", "x.txt", "--format", "md", "--title", "Mine")
    assert not said.code, said.err
    assert (tmp_path / "x.txt").read_text(encoding="utf-8").startswith("# Mine\n")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["-o", "no/such/x.html"], "make it first"),
        (["-o", "."], "--format"),
        (["-o", "x.pdf"], "html, md"),
        (["-o", "x.html", "--format", "docx"], "html, md"),
        (["-o", "x.html", "--flights", "0"], "flights 0"),
        (["-o", "x.html", "--level", "II"], "board"),
    ],
)
def test_what_cannot_be_written_is_refused(command: Callable[..., Said], args: list[str], told: str) -> None:
    said = command("report", str(FIRST[0]), *args)
    assert said.code == 2
    assert told in said.err
    assert "Traceback" not in said.err


def test_a_full_disk_leaves_what_was_there(written: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
in_browser = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs chromium and chromedriver on the path")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-background-networking"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    yield driver
    driver.quit()


@in_browser
@pytest.mark.parametrize("width", [400, 1200])
def test_a_browser_paints_all_of_it(browser: Any, page: str, tmp_path: Path, width: int) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    sized(browser, width)
    browser.get(file.as_uri())
    assert browser.get_log("browser") == []
    painted = "return [...document.images].map(i => [i.complete, i.naturalWidth, i.getBoundingClientRect().width])"
    images = browser.execute_script(painted)
    assert len(images) == page.count("<img ")
    assert all(complete and natural > 300 and 200 < shown <= width for complete, natural, shown in images)


@in_browser
def test_tables_are_readable_on_a_narrow_screen(browser: Any, page: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    sized(browser, 400)
    browser.get(file.as_uri())
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 400
    tables_at = """return [...document.querySelectorAll('table')].map(t => {
        const around = t.closest('.scroll') || t;
        const size = parseFloat(getComputedStyle(t.querySelector('td')).fontSize);
        return [around.getBoundingClientRect().right, size,
                t.scrollWidth > around.clientWidth + 1 && getComputedStyle(around).overflowX];
    })"""
    found = browser.execute_script(tables_at)
    assert len(found) == page.count("<table")
    for right, size, overflow in found:
        assert right <= 400
        assert size >= 12
        assert overflow in (False, "auto", "scroll")


@in_browser
def test_light_and_dark_differ(browser: Any, page: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    grounds = []
    for scheme in ("light", "dark"):
        features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
        browser.get(file.as_uri())
        style = "const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]"
        grounds.append([brightness(colour) for colour in browser.execute_script(style)])
    (light, ink), (dark, pale) = grounds
    assert light - ink > 150
    assert pale - dark > 150


def sized(browser: Any, width: int) -> None:
    """Set the width of the page itself; a window cannot be narrower than 500."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def brightness(colour: str) -> float:
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue
