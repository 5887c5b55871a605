"""In a real browser: versions, the text, cures and advice, by mouse, keys and fingers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import analyzer
from tests.host.browsing import nameless
from tests.texts import saved_text
from tests.trucker.designer.drawn import MILE, NEST, NEST_SHIP, lying, session
from tests.trucker.designer.seen import SOON, Seen
from tests.trucker.designer.served import browser, in_browser, served_alone, sized

pytestmark = in_browser
STATUS = "return document.querySelector('.designer .status').textContent"
CARDS = "return [...document.querySelectorAll('.card')].map((one) => one.innerText)"
PICK = "[...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0]).click()"
CLICK = "document.querySelector(arguments[0]).click()"
PAIR = "return document.querySelector('.pair').hidden ? '' : document.querySelector('.pair').innerText"
FIELD = ".text-pane textarea"
TYPE = """const one = document.querySelector('.text-pane textarea'); one.value = arguments[0];
    one.dispatchEvent(new Event('input', {bubbles: true}));"""


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    with served_alone(session(MILE, "alone")) as page, browser() as driver:
        yield Seen(driver, page)


def keep_a_version_and_take_off_the_front_cannon(seen: Seen) -> None:
    seen.load()
    seen.js("document.querySelector('.board').focus()")
    seen.press("k")
    seen.until(lambda: len(seen.js(CARDS)) == 1)
    seen.press("ArrowUp", "ArrowUp", "Delete")
    seen.until(lambda: (5, 7) not in lying(seen.session))


@pytest.mark.long
def test_versions_compare_side_by_side(seen: Seen) -> None:
    """Kept by key and by button; the one without its front cannon loses credits."""
    keep_a_version_and_take_off_the_front_cannon(seen)
    seen.js(PICK, "+ keep this version")
    seen.until(lambda: len(seen.js(CARDS)) == 2 and all("cr · " in card for card in seen.js(CARDS)))
    assert "compared with" in seen.js(CARDS)[0]
    seen.mouse_on('[aria-label="version 1 side by side"]')
    seen.until(lambda: "500 of 500 flights, the same cards and dice" in seen.js(PAIR))
    assert "take off the single cannon CN0020^ at (5,7)" in seen.js(PAIR)
    assert seen.js("return document.querySelectorAll('.pair .marked').length") == 2
    seen.js(CLICK, '[aria-label="version 2 side by side"]')
    seen.until(lambda: "First Mile (2)" in seen.js(PAIR) and "500 of 500" in seen.js(PAIR))
    seen.js(CLICK, '[aria-label="close the comparison"]')
    assert seen.js(PAIR) == ""
    seen.undo()


@pytest.fixture
def anew(seen: Seen) -> Iterator[Seen]:
    """The page of a drawing with no versions and no steps."""
    with served_alone(session(MILE, "alone")) as page:
        yield Seen(seen.driver, page)
        seen.driver.get("about:blank")


@pytest.mark.long
def test_version_beside_drawing_follows_it(anew: Seen) -> None:
    """A version compared with the drawing follows its changes, and the steps form a tree."""
    seen = anew
    keep_a_version_and_take_off_the_front_cannon(seen)
    seen.js(CLICK, '[aria-label="version 1 side by side"]')
    seen.until(lambda: "First Mile as drawn" in seen.js(PAIR))
    seen.js("document.querySelector('.board').focus()")
    seen.press("ArrowDown", "ArrowRight", "r")
    seen.until(lambda: "The drawing has changed since" in seen.js(PAIR))
    seen.until(lambda: "500 of 500 flights" in seen.js(PAIR) and "as drawn before" in seen.js(PAIR))
    seen.undo()
    seen.js(CLICK, '[aria-label="close the comparison"]')
    seen.js(CLICK, '[aria-label="draw version 1 on"]')
    seen.until(lambda: (5, 7) in lying(seen.session))
    seen.js("document.querySelector('.board').focus()")
    seen.press("t")
    seen.until(lambda: seen.js("return document.querySelectorAll('dialog [data-step]').length") == 4)
    seen.js(CLICK, '[data-step="1"]')
    seen.until(lambda: (5, 7) not in lying(seen.session))
    seen.press("z", control=True)
    seen.until(lambda: seen.session.ship == analyzer.load_ship(MILE))


@pytest.mark.long
def test_text_and_drawing_follow_another(seen: Seen) -> None:
    """The text follows the drawing; the drawing follows the text, or a grid that is dropped."""
    seen.load()
    seen.js(SOON)
    mile = analyzer.load_ship(MILE)
    value = f"return document.querySelector('{FIELD}').value"
    seen.js("document.querySelector('.text-pane').open = true")
    seen.until(lambda: seen.js(value) == saved_text(analyzer.save_ship, mile))
    text = seen.js(value)
    seen.js(TYPE, text.replace("CN0020^", "XX0020^"))
    marks = "return document.querySelectorAll('.misread').length"
    seen.until(lambda: seen.js(marks) == 1)
    assert "row 5 column 7" in seen.js("return document.querySelector('.text-faults').innerText")
    assert seen.session.ship == mile
    seen.js(TYPE, text.replace("CN0020^", ".      "))
    seen.until(lambda: seen.session.ship == mile.without([(5, 7)]))
    seen.until(lambda: seen.js(marks) == 0)
    seen.js("document.querySelector('.board').focus()")
    seen.press("z", control=True)
    seen.until(lambda: seen.js(value) == text)
    seen.js("document.querySelector('.text-pane').open = false")
    seen.js(
        """const held = new DataTransfer(); held.setData("text/plain", arguments[0]);
        document.querySelector('.board').dispatchEvent(new DragEvent('drop', {dataTransfer: held, bubbles: true}));""",
        text[text.index("grid:") :].partition("\n")[2].replace("CN0020^", ".      "),
    )
    seen.until(lambda: seen.session.ship == mile.without([(5, 7)]))
    seen.undo()
    seen.until(lambda: seen.session.ship == mile)


@pytest.fixture
def at_a_telephone(seen: Seen) -> Iterator[Seen]:
    """By fingers, at its width."""
    sized(seen.driver, 400, 800, touch=True)
    seen.load()
    seen.js(SOON)
    yield seen
    sized(seen.driver, 1200)


@pytest.mark.long
def test_flaw_has_cure_button(at_a_telephone: Seen) -> None:
    seen = at_a_telephone
    seen.js("document.querySelector('.board').focus()")
    seen.press("ArrowUp", "ArrowUp", "r")
    seen.until(lambda: lying(seen.session)[5, 7] != "CN0020^")
    seen.until(lambda: seen.js("return document.querySelectorAll('button.cure').length"))
    seen.tap("button.cure")
    seen.until(lambda: seen.session.ship.flaws() == [])
    seen.undo()
    seen.until(lambda: seen.js("return document.querySelectorAll('button.cure').length"))
    seen.undo()
    seen.until(lambda: lying(seen.session)[5, 7] == "CN0020^")
    seen.until(lambda: not seen.js("return document.querySelectorAll('button.cure').length"))


@pytest.mark.long
def test_flaws_leave_figures_in_place(anew: Seen) -> None:
    """Two lines above the figures are for flaws, whether there are any or not; the rest of them unfolds."""
    seen = anew
    seen.load()
    sized(seen.driver, 1200, 900)
    top = "return document.querySelector('.panel .heads')?.getBoundingClientRect().top"
    before = seen.js(top)
    seen.js("document.querySelector('.board').focus()")
    seen.press("ArrowUp", "ArrowUp", "r")
    seen.until(lambda: seen.session.ship.flaws() and seen.js("return document.querySelector('.flaws .first')"))
    seen.until(lambda: seen.js("return document.querySelectorAll('button.cure').length"))
    seen.until(lambda: seen.js(top))
    assert seen.js(top) == before


@pytest.mark.long
def test_square_lists_its_alternatives(at_a_telephone: Seen) -> None:
    seen = at_a_telephone
    seen.js("document.querySelector('.board').focus()")
    seen.press("ArrowUp", "ArrowUp", "e")
    seen.until(lambda: seen.js("return document.querySelectorAll('.advice tbody tr').length"))
    assert "intervals hold for all at once" in seen.js("return document.querySelector('.advice').innerText")
    seen.tap(".advice tbody button")
    seen.until(lambda: lying(seen.session).get((5, 7)) not in ("CN0020^", None))
    seen.undo()
    seen.until(lambda: lying(seen.session)[5, 7] == "CN0020^")


@pytest.mark.long
def test_search_tells_progress_and_stops(seen: Seen) -> None:
    seen.load()
    seen.js("document.querySelector('.board').focus()")
    seen.press("i")
    seen.js("document.querySelector('dialog input').value = 600")
    seen.js(PICK, "Search")
    told = "return document.querySelector('.advice').innerText"
    seen.until(lambda: "best so far" in seen.js(told) or "nothing better yet" in seen.js(told))
    seen.js(PICK, "Stop")
    seen.until(lambda: "Stop" not in seen.js(told))
    assert seen.session.ship == analyzer.load_ship(MILE)
    seen.js(CLICK, '[aria-label^="close:"]')
    assert seen.js(told) == ""


def choose(seen: Seen, label: str, value: str) -> None:
    seen.js(
        """const one = [...document.querySelectorAll('.settings select')].find((one) =>
            one.parentElement.innerText.startsWith(arguments[0]));
        one.value = arguments[1]; one.dispatchEvent(new Event('change'));""",
        label,
        value,
    )


@pytest.mark.long
def test_own_files_set_the_conditions(seen: Seen) -> None:
    """A captain and a forecast are pasted, rivals come as two files."""
    seen.load()
    paste = "document.querySelector('dialog textarea').value = arguments[0]"
    choose(seen, "captain", "…")
    prices = ("day", "human", "brown", "purple", "battery", "component", "stay", "dread", "reserve")
    seen.js(paste, "name: frugal\n" + "".join(f"{price}: 1\n" for price in prices))
    seen.js(PICK, "Use it")
    seen.until(lambda: seen.session.now.setting.captain not in ("expert", None))
    choose(seen, "forecast", "…")
    seen.js(paste, "piles: [[3, 1]]")
    seen.js(PICK, "Use it")
    seen.until(lambda: seen.session.now.setting.forecast is not None)
    choose(seen, "flies", "…")
    rivals = [
        saved_text(analyzer.save_ship, analyzer.load_ship(MILE.with_name(f"{name}.yaml")))
        for name in ("paper-arrow", "first-mile")
    ]
    seen.js(
        """const held = new DataTransfer();
        arguments[0].forEach((text, i) => held.items.add(new File([text], `${i}.yaml`)));
        document.querySelector('dialog input[type="file"]').files = held.files;""",
        rivals,
    )
    seen.js(PICK, "Use it")
    seen.until(lambda: [ship.name for ship in seen.session.now.setting.named] == ["Paper Arrow", "First Mile"])
    panel = "return document.querySelector('.panel').innerText"
    seen.until(lambda: "captain frugal" in seen.js(panel) and "against" in seen.js(panel))
    seen.js("document.querySelector('.board').focus()")
    seen.press("z", "z", "z", control=True)
    seen.until(lambda: seen.session.now.setting.captain == "expert")


@pytest.mark.long
def test_own_kinds_are_drawn(seen: Seen, tmp_path: Path) -> None:
    """A cabin that is a cannon too shows both, on the board and in the box; undone, the box is that of 2007 again."""
    for name, text in NEST.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    seen.load()
    seen.js("document.querySelector('.text-pane').open = true")
    seen.until(lambda: seen.js(f"return document.querySelector('{FIELD}').value") != "")
    seen.js(TYPE, NEST_SHIP.format(folder=tmp_path))
    shapes = "return [...document.querySelectorAll(`${arguments[0]} .kind-GC :is(.cannon, .human)`)].length"
    seen.until(lambda: seen.js(shapes, ".board") == 6)
    assert seen.js(shapes, ".palette") == 6
    assert seen.js("return document.querySelectorAll('.board .kind-DO .shield').length") == 5
    seen.drag(seen.centre(6, 7), seen.centre(7, 6))
    seen.until(lambda: lying(seen.session)[7, 6] == "GC0333^")
    seen.js("document.querySelector('.text-pane').open = false")
    seen.undo()
    seen.undo()
    seen.until(lambda: seen.js("return document.querySelectorAll('.palette .kind-GC').length") == 0)
    assert seen.session.ship == analyzer.load_ship(MILE)
    assert seen.driver.get_log("browser") == []


BOLD = """const labels = [...document.querySelectorAll('.settings label')];
    const one = labels.find((one) => one.textContent.startsWith('captain')).querySelector('select');
    one.focus(); one.value = 'bold'; one.dispatchEvent(new Event('change'));"""


@pytest.mark.long
def test_every_control_has_a_name(seen: Seen) -> None:
    """Everything has a name for users who cannot see it."""
    seen.load()
    assert nameless(seen.driver) == []
    seen.until(lambda: "credits a flight" in seen.js("return document.querySelector('.announced').textContent"))
    seen.js(BOLD)
    seen.until(lambda: seen.session.now.setting.captain == "bold")
    seen.until(lambda: seen.js("return document.activeElement.value") == "bold")
    seen.undo()


GROUND = "return getComputedStyle(document.querySelector('.designer')).backgroundColor"


@pytest.mark.long
def test_tour_and_theme_are_chosen(seen: Seen) -> None:
    """A tour may be walked or skipped; light and dark are chosen and stay."""
    origin = {"origin": f"http://127.0.0.1:{seen.page.port}", "storageTypes": "all"}
    seen.driver.execute_cdp_cmd("Storage.clearDataForOrigin", origin)
    seen.load()
    tour = "return document.querySelector('.tour').hidden ? '' : document.querySelector('.tour').innerText"
    for step in range(1, 6):
        seen.until(lambda step=step: seen.js(tour).startswith(f"{step} of 5"))  # type: ignore[misc]
        seen.js(CLICK, ".tour .main")
    assert seen.js(tour) == ""
    grounds = []
    for _ in range(3):
        grounds.append(seen.js(GROUND))
        seen.js(CLICK, ".theme")
    system, light, dark = grounds
    assert light != dark
    assert system in (light, dark)
    assert seen.js(GROUND) == system
    seen.js(CLICK, ".theme")
    seen.js(CLICK, ".theme")
    seen.load()
    assert seen.js(tour) == ""
    assert seen.js(GROUND) == dark
    seen.js(CLICK, ".theme")
    assert seen.js(GROUND) == system
    seen.js("localStorage.removeItem('designer-tour')")
    seen.driver.refresh()
    seen.until(lambda: seen.js(tour) != "")
    seen.js(PICK, "Skip the tour")
    assert seen.js(tour) == ""


BY_HAND = """const [state, flawed] = arguments, done = arguments[arguments.length - 1];
    import('/designer.js').then(({default: designer}) => {
      const sent = [], calls = [], el = document.createElement('div');
      const model = {get: () => undefined, on: (_, call) => calls.push(call), off: () => {}};
      model.send = (message) => sent.push(message);
      document.body.append(el);
      const forget = designer.render({model, el}), hear = (message) => calls.forEach((call) => call(message));
      const asked = (kind) => sent.filter((message) => message.kind === kind);
      const panel = () => el.querySelector('.advice').innerText;
      const cures = () => [...el.querySelectorAll('button.cure')].length, at = (one, change) => ({...one, change});
      const answer = {kind: 'swap', rows: [], flights: 10, of: 10, done: true};
      hear({kind: 'welcome', steps: [1], number: 0});
      hear(at(state, 0));
      const board = el.querySelector('.board');
      board.focus();
      board.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp', bubbles: true}));
      board.dispatchEvent(new KeyboardEvent('keydown', {key: 'e', bubbles: true}));
      const [{at: square}] = asked('swap'), seen = {};
      hear(at(state, 1));
      seen.again = [asked('swap').length, panel().includes('What else at')];
      hear({...answer, at: square, change: 0, says: 'of the ship before'});
      hear({...answer, at: square, change: 1, says: 'of this ship'});
      seen.answer = [panel().includes('before'), panel().includes('of this ship')];
      hear(at(state, 2));
      seen.closed = el.querySelector('.advice').hidden;
      hear(at(flawed, 3));
      const isAsking = (one) => one.textContent === 'How can they be mended?';
      const ask = () => [...el.querySelectorAll('button')].find(isAsking).click();
      const mended = flawed.facts.flaws.map((flaw) => ({...flaw, cure: 'take it off'}));
      const cured = (change, number) => ({kind: 'cures', change, number, cures: mended});
      ask();
      hear(cured(4, asked('cures')[0].number));
      seen.early = cures();
      hear(at(flawed, 4));
      seen.then = cures();
      hear(at(flawed, 5));
      ask();
      hear(at(flawed, 6));
      hear(cured(5, asked('cures')[1].number));
      seen.late = [cures(), asked('cures').length];
      hear(cured(6, asked('cures')[2].number));
      seen.last = cures();
      forget();
      el.remove();
      done(seen);
    }).catch((error) => done(String(error)));"""


@pytest.mark.long
def test_answer_belongs_to_its_state(seen: Seen) -> None:
    """A page without a host gets answers before the state that they are about, or after it is gone."""
    flawed = session(MILE, "alone")
    taken = next(square for square in lying(flawed) if len(flawed.ship.pieces(without=[square])) > 1)
    flawed.receive(json.dumps({"kind": "take_off", "at": taken}))
    flaws = flawed.state()["facts"]["flaws"]
    assert flaws
    seen.load()
    order = seen.driver.execute_async_script(BY_HAND, seen.session.state(), flawed.state())
    assert order == {
        "again": [2, True],
        "answer": [False, True],
        "closed": True,
        "early": 0,
        "then": len(flaws),
        "late": [0, 3],
        "last": len(flaws),
    }
