"""The page in a real browser: what hands and keys do, at every size, and what it shows when the line is cut."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import analyzer
from tests.doors.trucker_designer import link_content
from tests.doors.trucker_paper import parse_token, write_token
from tests.facts import untold
from tests.host.browsing import liked
from tests.texts import saved_text
from tests.trucker.designer.drawn import FEW, HAULER, MILE, SHIPS, lying, says, session
from tests.trucker.designer.seen import BIG, SOON, Seen
from tests.trucker.designer.served import browser, in_browser, served, served_alone, sized

pytestmark = in_browser
SHOWN = "return document.querySelector('.designer .status').textContent"


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    with served(session(HAULER, "alone", FEW[-1:])) as page, browser() as driver:
        yield Seen(driver, page)


@pytest.mark.long
def test_hand_draws_in_browser(seen: Seen) -> None:
    """Drag from the box, a ghost with its reason, swap, turn by wheel and key, take off by a drag back, undo."""
    seen.load()
    before = lying(seen.session)

    def is_told_why() -> None:
        seen.until(lambda: "bad" in seen.ghost())
        assert "not here: " in seen.js(SHOWN)

    seen.drag(seen.offered("CN0003^"), seen.centre(8, 6), is_told_why)
    seen.until(lambda: lying(seen.session) == before | {(8, 6): "CN0003^"})
    seen.until(lambda: seen.js("return document.querySelectorAll('.cross').length") > 0)
    seen.until(lambda: "flaw" in seen.js("return document.querySelector('.panel').innerText"))
    seen.until(lambda: "As after repair" in seen.js("return document.querySelector('.panel').innerText"))
    seen.press("z", control=True)
    seen.until(lambda: lying(seen.session) == before)
    seen.drag(seen.centre(8, 4), seen.centre(8, 10))
    seen.until(lambda: lying(seen.session) == before | {(8, 10): before[8, 4], (8, 4): before[8, 10]})
    seen.press("z", control=True)
    seen.until(lambda: lying(seen.session) == before)
    seen.drag(seen.centre(9, 10), seen.offered("CN0003^"))
    seen.until(lambda: (9, 10) not in lying(seen.session))
    seen.press("y", control=True)
    seen.drag(seen.offered("EN0003"), seen.centre(9, 10), lambda: seen.until(lambda: "ghost" in seen.ghost()))
    seen.until(lambda: lying(seen.session).get((9, 10)) == "EN0003")
    assert seen.driver.get_log("browser") == []


SPY = """window.sent = []; const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { sent.push(JSON.parse(text).kind); return send.call(this, text); };"""

JUDGED = """const [style, status] = arguments, ghost = document.querySelector('.ghost')?.classList;
    return ghost?.contains(style) && document.querySelector('.designer .status').textContent.includes(status);"""


@pytest.mark.long
def test_placement_is_asked_once(seen: Seen) -> None:
    """A cabin of the box is moved over every square of the board, and each is judged without another message."""
    seen.load()
    seen.js(SPY)
    part = "CA1222"
    seen.mouse("mousePressed", seen.offered(part))
    seen.mouse("mouseMoved", seen.centre(8, 6), buttons=1)
    seen.until(lambda: {"good", "bad"} & {*seen.ghost().split()})
    asked = seen.js("return sent.splice(0)")
    assert {*asked} == {"try"}
    (answer,) = says(seen.session, "try", part=part).answers
    for row, column, against in answer["squares"]:
        seen.mouse("mouseMoved", seen.centre(row, column), buttons=1)
        style = "bad" if against else "good"
        status = "; ".join(against) if against else f"may lie here: row {row} column {column}"
        seen.until(lambda judged=(style, status): seen.js(JUDGED, *judged))  # type: ignore[misc]
    assert {*seen.js("return sent")} <= {"gain"}, "a rest of the hand asks for the gain"
    seen.mouse("mouseMoved", (5, 5), buttons=1)
    seen.mouse("mouseReleased", (5, 5))
    seen.until(lambda: seen.js(SHOWN) == "put back")


WEIGHED = "return document.querySelector('.gain-tag')?.textContent ?? ''"


@pytest.mark.long
def test_held_component_shows_gain(seen: Seen) -> None:
    """The change in credits stands beside the square where a component rests, and goes with it."""
    seen.load()
    seen.js(SOON)
    before = lying(seen.session)
    seen.drag(seen.centre(9, 10), seen.offered("CN0003^"))
    seen.until(lambda: (9, 10) not in lying(seen.session))
    seen.until(lambda: seen.session.risk)
    seen.mouse("mousePressed", seen.offered("EN0003"))
    seen.mouse("mouseMoved", seen.centre(9, 10), buttons=1)
    seen.until(lambda: seen.js(WEIGHED).endswith("cr"))
    assert "credits a flight (" in seen.js(SHOWN)
    seen.mouse("mouseMoved", seen.centre(4, 7), buttons=1)
    seen.until(lambda: "bad" in seen.ghost())
    assert seen.js(WEIGHED) == ""
    seen.mouse("mouseMoved", (5, 5), buttons=1)
    seen.mouse("mouseReleased", (5, 5))
    seen.undo()
    assert lying(seen.session) == before


COVERED = r"""const numbers = (text) => text.match(/[\d.]+/g).map(Number), at = (one) => one.getAttribute('transform');
    return [...document.querySelectorAll('.over')].filter((over) => {
      const tag = over.querySelector('.tag');
      const [x, y, wide, high] = ['x', 'y', 'width', 'height'].map((name) => +tag.getAttribute(name));
      const tile = [...document.querySelectorAll('.board .tile')].find(
        (one) => `${numbers(at(one))}` === `${numbers(at(over))}`);
      const strokes = tile.querySelector('.connectors').getAttribute('d').split('M').filter(Boolean).map(numbers);
      return strokes.some(([a, b, c, d]) => Math.max(a, c) + 1.1 > x && Math.min(a, c) - 1.1 < x + wide
        && Math.max(b, d) > y && Math.min(b, d) < y + high);
    }).length"""


@pytest.mark.long
def test_shares_leave_connectors_free(seen: Seen) -> None:
    seen.load()
    seen.until(lambda: seen.js("return document.querySelectorAll('.over').length") > 20)
    assert seen.js(COVERED) == 0


KEYBAR = """scrollTo(0, arguments[0] * document.documentElement.scrollHeight);
    const one = document.querySelector('.keybar'), figures = getComputedStyle(one.querySelector('.figures'));
    return [one.getBoundingClientRect().top, one.innerText, figures.visibility]"""


@pytest.mark.long
def test_key_figures_stay_in_sight(seen: Seen) -> None:
    """A bar stays at the top of a telephone and at 200% zoom; it has the figures while those of the panel are away."""
    seen.load()
    arrive, credits = seen.js(BIG)
    for width, height in ((400, 800), (640, 360)):
        sized(seen.driver, width, height)
        seen.until(lambda: seen.js(KEYBAR, 0)[2] == "visible")
        top, text, _ = seen.js(KEYBAR, 1)
        assert top == 0
        assert not untold(text, arrive, credits)
        assert seen.js("return !document.querySelector('[aria-label=\"undo\"]').closest('.keybar').inert")
    sized(seen.driver, 1200)
    seen.until(lambda: seen.js(KEYBAR, 0)[2] == "hidden")


FIND = """const one = document.querySelector('.finder'); one.value = arguments[0];
    one.dispatchEvent(new Event('input', {bubbles: true}));
    return [...document.querySelectorAll('[data-part]:not([hidden])')].map((one) => one.dataset.part)"""


@pytest.mark.long
def test_box_is_searched(seen: Seen) -> None:
    """By words of kinds, by connectors with their sides, and by all four connectors; `hide used up` does so."""
    seen.load()
    box = [parse_token(token) for token, *_ in seen.session.state()["box"]]
    asked = {
        "double cannon": lambda part: part.kind == "double_cannon",
        "cannon double": lambda part: part.kind == "double_cannon",
        "cabin left universal": lambda part: "cabin" in part.kind and part.connectors[3] == 3,
        "universal left smooth front": lambda part: part.connectors[0] == 0 and part.connectors[3] == 3,
        "double right universal": lambda part: "double" in part.kind and part.connectors[1] == 3,
        "unive": lambda part: 3 in part.connectors,
        "?3?3": lambda part: part.connectors[1] == part.connectors[3] == 3,
    }
    for typed, fits in asked.items():
        assert sorted(seen.js(FIND, typed)) == sorted(write_token(part) for part in box if fits(part)), typed
    assert seen.js(FIND, "no such thing") == []
    assert "no component" in seen.js("return document.querySelector('.found').textContent")
    assert len(seen.js(FIND, "")) == len(box)
    seen.js("document.querySelector('.search [type=checkbox]').click()")
    left = [token for token, number, *_ in seen.session.state()["box"] if number > 0]
    assert sorted(seen.js(FIND, "")) == sorted(left)
    seen.js("document.querySelector('.board').focus()")
    seen.press("/", "s", "h", "i", "e", "ArrowDown")
    assert seen.js("return document.activeElement.dataset.part").startswith("SH")


BARS = """return Object.fromEntries([...document.querySelectorAll('.board .line')].map((one) => [one.dataset.line,
    [one.getAttribute('stroke-width'), getComputedStyle(one).stroke, one.querySelector('title').textContent]]))"""


@pytest.mark.long
def test_bars_show_hazard_frequency(seen: Seen) -> None:
    """The Steady Hauler: large meteors from the front 0.23 hits a flight in column 7, from the left 0.03 in row 4.

    Grey where nothing can come. What keys and colours mean is told by the key on the board, and by the button.
    """
    seen.load()
    bars = seen.js(BARS)
    width = {line: float(wide) for line, (wide, *_) in bars.items()}
    assert width["large front 7"] > width["large front 10"] > width["large left 4"] > width["large rear 7"] == 1
    grey, red = bars["large rear 7"][1], bars["large front 7"][1]
    assert {colour for line, (_, colour, _) in bars.items() if line.startswith("large rear")} == {grey}
    assert {colour for line, (_, colour, _) in bars.items() if not line.startswith("large rear")} == {red}
    assert grey != red
    assert "no card of level II sends one" in bars["large rear 7"][2]
    assert "no card of the level sends one" in seen.js("return document.querySelector('.legend').innerText")
    dialog = "return document.querySelector('dialog[open]')?.innerText ?? ''"
    for begin in (
        "document.querySelector('.board').focus()",
        "document.querySelector('[aria-label^=\"help\"]').focus()",
    ):
        seen.js(begin)
        seen.press("?")
        text = seen.js(dialog)
        assert "Ctrl+Z" in text
        assert "no card of the level sends one" in text
        assert not untold(text, "share of flights", "lost")
        seen.js("document.querySelector('dialog .buttons button').click()")
        seen.until(lambda: seen.js(dialog) == "")
    seen.js("document.querySelector('[aria-label^=\"help\"]').click()")
    assert "Ctrl+Y" in seen.js(dialog)
    seen.js("document.querySelector('dialog .buttons button').click()")


@pytest.mark.long
def test_empty_board_shows_a_hint(seen: Seen) -> None:
    seen.load()
    hidden = "return document.querySelector('.hint').hidden"
    assert seen.js(hidden)
    pick = "[...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0]).click()"
    seen.js(pick, "New…")
    seen.js(pick, "2007-II")
    seen.until(lambda: not seen.js(hidden))
    seen.drag(seen.offered("CA1222"), seen.centre(6, 7))
    seen.until(lambda: seen.js(hidden))
    seen.js("document.querySelector('.board').focus()")
    seen.press("z", "z", control=True)
    seen.until(lambda: seen.session.ship.name == "Steady Hauler")


@pytest.mark.long
def test_keys_alone_draw_in_browser(seen: Seen) -> None:
    seen.load()
    before = lying(seen.session)
    seen.js("document.querySelector('.board').focus()")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp"):
        seen.press(key)
    assert seen.js(SHOWN).startswith("row 4 column 7: special cargo hold")
    seen.press("r")
    seen.until(lambda: lying(seen.session)[4, 7] == "S20001")
    seen.until(lambda: "flaw" in seen.js(SHOWN))
    seen.press("space")
    assert seen.js(SHOWN).startswith("in hand: ") or "here" in seen.js(SHOWN)
    seen.press("ArrowDown", "ArrowDown")
    seen.until(lambda: "here" in seen.js(SHOWN))
    seen.press("Escape")
    assert seen.js(SHOWN) == "put back"
    seen.press("Delete")
    seen.until(lambda: (6, 7) not in lying(seen.session))
    seen.press("z", "z", control=True)
    seen.until(lambda: lying(seen.session) == before)
    seen.js("document.querySelector('[data-part=\"CA1222\"]').focus()")
    seen.press("Enter", "ArrowUp")
    seen.until(lambda: "here" in seen.js(SHOWN))
    seen.press("space")
    seen.until(lambda: "CA1222" in lying(seen.session).values())
    seen.press("z", control=True)
    seen.until(lambda: lying(seen.session) == before)


@pytest.mark.long
def test_fingers_draw_on_telephone(seen: Seen) -> None:
    sized(seen.driver, 400, 800, touch=True)
    seen.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
    try:
        seen.load()
        before = lying(seen.session)
        start, end = seen.centre(8, 4), seen.centre(8, 10)
        seen.touch("touchStart", start)
        for part in (0.2, 0.6, 1.0):
            seen.touch("touchMove", (round(start[0] + part * (end[0] - start[0])), end[1]))
        seen.touch("touchEnd")
        seen.until(lambda: lying(seen.session) == before | {(8, 10): before[8, 4], (8, 4): before[8, 10]})
        seen.undo()
        seen.until(lambda: lying(seen.session) == before)
        kind = "return document.querySelector('.tile[data-square=\"8,10\"]').getAttribute('class')"
        seen.until(lambda: "kind-S2" in seen.js(kind))
        part = before[8, 8]
        turned = write_token(parse_token(part).turned(1))
        start, other, aside = seen.centre(8, 8), seen.centre(8, 9), seen.centre(4, 4)
        seen.touch("touchStart", start)
        seen.touch("touchMove", (start[0] + 9, start[1]))
        seen.touch("touchMove", other)
        seen.touch("touchStart", other, aside)  # a second finger turns
        seen.until(lambda: seen.js("return document.querySelector('.ghost')?.dataset.part") == turned)
        seen.touch("touchEnd")
        seen.until(lambda: lying(seen.session).get((8, 9)) == turned)
        seen.undo()
        seen.until(lambda: lying(seen.session) == before)
    finally:
        seen.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


SIZES = """return [document.documentElement.scrollWidth,
    [...document.querySelectorAll('.designer button, .designer select, .board')]
    .filter(one => one.offsetParent !== null && !one.closest('.palette, .chips, .items'))
    .map(one => one.getBoundingClientRect()).filter(box => box.right > innerWidth + 1 || box.left < -1).length,
    document.querySelector('.board').getBoundingClientRect().width]"""


@pytest.mark.long
def test_page_fits_every_size(seen: Seen) -> None:
    """The page, which looks at its size nowhere but in its style, is loaded once, and drawn at every size."""
    seen.load()
    for width, scheme in product((400, 800, 1600), ("light", "dark")):
        sized(seen.driver, width)
        liked(seen.driver, scheme=scheme)
        seen.until(lambda width=width: seen.js("return innerWidth") == width)  # type: ignore[misc]
        wide, outside, board = seen.js(SIZES)
        assert wide <= width
        assert outside == 0
        assert board > 0.4 * min(width, 900)
        dark = seen.js("return getComputedStyle(document.querySelector('.designer')).backgroundColor")
        assert (int(dark.split("(")[1].split(",")[0]) < 60) == (scheme == "dark")
    sized(seen.driver, 1200)


FLEETS = """const table = document.querySelector('.fleets'), ends = (one) => one.getBoundingClientRect().right;
    return [document.documentElement.scrollWidth, table.innerText, ends(table) <= ends(table.closest('section'))]"""


@pytest.mark.long
def test_fleets_fit_their_card(seen: Seen) -> None:
    with served_alone(session(SHIPS / "IVC" / "bristling-bow.yaml", "alone", (200,))) as page:
        other = Seen(seen.driver, page)
        other.load()
        other.until(lambda: " to " in other.js(FLEETS)[1])
        for width in (400, 700, 1200, 2560):
            sized(other.driver, width)
            other.until(lambda width=width: other.js("return innerWidth") == width)  # type: ignore[misc]
            wide, _, is_inside = other.js(FLEETS)
            assert wide <= width
            assert is_inside
        sized(other.driver, 1200)
        other.driver.get("about:blank")


@pytest.mark.long
def test_reload_and_second_tab_agree(seen: Seen) -> None:
    """A reload in the midst of flights and a second tab show the same drawing."""
    sized(seen.driver, 1200)
    seen.load()
    seen.js("document.querySelector('.board').focus()")
    seen.press("ArrowUp", "ArrowUp", "ArrowUp", "Delete")
    seen.driver.refresh()
    seen.until(lambda: (4, 7) not in lying(seen.session))
    seen.until(lambda: seen.js(BIG))
    tiles = "return document.querySelectorAll('.board .tile').length"
    seen.until(lambda: seen.js(tiles) == len(lying(seen.session)))
    first = seen.driver.current_window_handle
    seen.driver.switch_to.new_window("tab")
    seen.load()
    seen.until(lambda: seen.js(tiles) == len(lying(seen.session)))
    seen.undo()
    seen.until(lambda: (4, 7) in lying(seen.session))
    seen.driver.close()
    seen.driver.switch_to.window(first)
    seen.until(lambda: seen.js(tiles) == len(lying(seen.session)))


@pytest.mark.long
def test_lost_line_is_taken_up_again(seen: Seen) -> None:
    """The banner's words are recorded, because the line may be up again before anybody looks."""
    seen.load()
    seen.js(
        "window.said = []; const one = document.querySelector('.banner');"
        "new MutationObserver(() => said.push(one.hidden ? '' : one.textContent)).observe(one, {childList: true});"
    )
    for line in [*seen.page.server.server_state.connections]:
        seen.page.server.servers[0].get_loop().call_soon_threadsafe(line.transport.abort)
    seen.until(lambda: any("lost" in text for text in seen.js("return said")))
    seen.until(lambda: seen.js("return document.querySelector('.banner').hidden"))
    tiles = "return document.querySelectorAll('.board .tile').length"
    seen.until(lambda: seen.js(tiles) == len(lying(seen.session)))


@pytest.mark.long
def test_files_are_replaced_on_request(seen: Seen, tmp_path: Path) -> None:
    """Saving asks for a name, and replaces a file only when told to."""
    seen.load()
    there = tmp_path / "there.yaml"
    there.write_text("mine", encoding="utf-8")
    pick = "[...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0]).click()"
    dialog = "return document.querySelector('dialog')?.innerText ?? ''"
    seen.js(pick, "Save as…")
    seen.js("document.querySelector('dialog input').value = arguments[0]", str(there))
    seen.js("document.querySelector('dialog .main').click()")
    seen.until(lambda: "would be replaced" in seen.js(dialog))
    assert there.read_text(encoding="utf-8") == "mine"
    seen.js(pick, "Replace it")
    seen.until(lambda: there.read_text(encoding="utf-8") != "mine")
    assert analyzer.load_ship(there) == seen.session.ship
    text = there.read_text(encoding="utf-8").replace("Steady Hauler", "Dropped <b>")
    seen.js(
        """const held = new DataTransfer(); held.items.add(new File([arguments[0]], "x.yaml"));
        const drop = new DragEvent('drop', {dataTransfer: held, bubbles: true});
        document.querySelector('.designer').dispatchEvent(drop);""",
        text,
    )
    seen.until(lambda: seen.session.ship.name == "Dropped <b>")
    seen.undo()
    seen.until(lambda: seen.session.ship.name == "Steady Hauler")


@pytest.mark.long
def test_link_brings_its_ship(seen: Seen) -> None:
    """A link opens its ship, and the squares worth most are painted."""
    mile = analyzer.load_ship(MILE).without([(6, 8)])
    seen.load()  # the browser has been here: a link alone carries no token
    seen.driver.get(f"http://127.0.0.1:{seen.page.port}/?link#{link_content(mile)}")
    seen.until(lambda: seen.session.ship == mile)
    seen.until(lambda: seen.js(BIG))
    seen.js('document.querySelector(\'[data-part="CA0002"], [data-part^="CN"]\').focus()')
    seen.press("Enter", "w")
    seen.until(lambda: seen.js("return document.querySelectorAll('.spot').length"), 60)
    assert "credits a flight" in seen.js(SHOWN)
    seen.press("Escape", "Escape")
    seen.press("z", control=True)
    seen.until(lambda: seen.session.ship.name == "Steady Hauler")


@pytest.mark.long
def test_name_stays_plain_text(seen: Seen) -> None:
    """A name is never read as markup, and a saved picture needs nothing else."""
    seen.load()
    name = "<img src=x onerror=alert(1)>"
    seen.js(
        "const one = document.querySelector('.name'); one.value = arguments[0]; one.dispatchEvent(new Event('change'))",
        name,
    )
    seen.until(lambda: seen.session.ship.name == name)
    assert seen.js("return document.querySelectorAll('.designer img').length") == 0
    assert seen.js("return document.querySelector('.name').value") == name
    assert seen.driver.get_log("browser") == []
    seen.js(
        "window.kept = [];"
        "URL.createObjectURL = (blob) => { blob.text().then((text) => kept.push(text)); return 'data:,'; }"
    )
    seen.js("[...document.querySelectorAll('.items button')].find((one) => one.textContent.includes('SVG')).click()")
    seen.until(lambda: seen.js("return kept.length"))
    picture = seen.js("return kept[0]")
    assert picture.startswith("<svg")
    assert "var(" not in picture
    assert "href" not in picture
    assert picture.count("<g ") > 20


BANNER = "return document.querySelector('.banner')"
DROP = """const held = new DataTransfer(); held.items.add(new File([arguments[0]], arguments[1]));
    const drop = new DragEvent('drop', {dataTransfer: held, bubbles: true});
    document.querySelector('.designer').dispatchEvent(drop);"""


@pytest.mark.long
def test_error_goes_with_next_change(seen: Seen, tmp_path: Path) -> None:
    """No error disappears by itself after some seconds here."""
    seen.load()
    seen.js("const later = setTimeout; window.setTimeout = (what, wait = 0) => wait < 5000 ? later(what, wait) : 0")
    good = saved_text(analyzer.save_ship, seen.session.ship).replace(seen.session.ship.name, "Good One")

    def is_refused() -> None:
        seen.js(DROP, "name: 5\n", "bad.yaml")
        seen.until(lambda: "name: " in seen.js(f"{BANNER}.textContent") and not seen.js(f"{BANNER}.hidden"))
        assert seen.js(f"{BANNER}.className") == "banner bad"

    def is_gone() -> None:
        seen.until(lambda: seen.js(f"{BANNER}.hidden"))
        assert seen.js(f"{BANNER}.textContent") == ""

    is_refused()
    seen.js(DROP, good, "good.yaml")
    seen.until(lambda: seen.session.ship.name == "Good One")
    is_gone()
    is_refused()
    seen.undo()
    seen.until(lambda: seen.session.ship.name != "Good One")
    is_gone()
    is_refused()
    pick = "[...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0]).click()"
    seen.js(pick, "Save as…")
    seen.js("document.querySelector('dialog input').value = arguments[0]", str(tmp_path / "saved.yaml"))
    seen.js("document.querySelector('dialog .main').click()")
    seen.until((tmp_path / "saved.yaml").exists)
    is_gone()


@pytest.mark.long
def test_homeless_alien_has_cross_and_cure(seen: Seen) -> None:
    """The brown alien is sent to the starting cabin, and may be left at home in the settings."""
    seen.load()
    text = saved_text(analyzer.save_ship, seen.session.ship).replace("grid:", "aliens: {brown: [7, 7]}\ngrid:")
    seen.js(DROP, text, "homeless.yaml")
    panel = "return document.querySelector('.panel').innerText"
    seen.until(lambda: "the brown alien cannot live there" in seen.js(panel))
    assert seen.js("return document.querySelectorAll('.cross').length") == 1
    cures = "[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('How can'))"
    seen.until(lambda: seen.js(f"return Boolean({cures})"))
    seen.js(f"{cures}.click()")
    seen.until(lambda: "leave the brown alien at home" in seen.js(panel))
    choice = (
        "[...document.querySelectorAll('select')].find((one) => one.parentElement.innerText.includes('brown alien'))"
    )
    assert seen.js(f"return {choice}.selectedOptions[0].textContent") == "in 7,7: cannot live there"
    seen.js(f"const one = {choice}; one.value = ''; one.dispatchEvent(new Event('change'))")
    seen.until(lambda: seen.session.ship.aliens == {})
    seen.until(lambda: "cannot live" not in seen.js(panel))
    seen.press("z", "z", control=True)
