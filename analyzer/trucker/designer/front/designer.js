// The designer of ships: a front-end module as anywidget has them, `render({ model, el })`.
// It knows no rule of the game. What lies where, what is wrong with it, what it is worth: all that is told by Python, and this only shows it.

const TILE = 40, MARGIN = 30, STROKE = 2.4;
const SIDES = ["front", "right", "rear", "left"];
const ARROWS = { "^": 0, ">": 1, v: 2, "<": 3 };
const FEWEST_PIXELS = 5; // so far a pointer moves before it drags
const NARROWEST = 1, WIDEST = 5, MOST_HITS = 0.4; // bars at the board's edge: their widths, and the hits a flight of the widest
const MOST_OFFERS = 3; // drafts that are shown at once
const BUSY_WHEEL = 120; // milliseconds between two turns of the wheel

const LEGEND = [
  ["open", "undefended: wider means more hits a flight"], ["charge", "a battery is needed"], ["open small", "dashed: small meteors"],
  ["never", "no card of the level sends one"], ["exposed", "open connector"],
];

const KEYS = [
  ["take, move, swap", "drag; or click in the box, then on a square", "arrows, space, arrows, space"], ["turn", "wheel, right button, second finger, ⟳", "R, Shift+R"],
  ["take off", "drag back to the box, ✕", "Delete"], ["put back", "let go beside the board", "Escape"], ["undo, do again", "↶ ↷", "Ctrl+Z, Ctrl+Y"],
  ["where is it worth most?", "★", "W"], ["save", "File", "Ctrl+S"], ["move to the box and through it", "", "Tab, arrows; Enter takes"], ["this help", "?", "?"],
];
const COLOURS = [
  ...LEGEND, ["heat", "red tint with %: the share of flights in which the component is lost"], ["hangs", "blue tint with +: how many other components are lost with it"],
  ["good", "green frame: may lie here; green figures: clearly better"], ["bad", "red frame or cross: a flaw; red figures: clearly worse"],
];

// ---------------------------------------------------------------------------------------------------- elements

const NS = "http://www.w3.org/2000/svg";
const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(NS, tag), attributes, children);
const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const button = (label, does, more = {}) => html("button", { type: "button", onclick: does, ...more }, label);
const many = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
const key = (square) => `${square[0]},${square[1]}`;
const same = (a, b) => Boolean(a && b) && a[0] === b[0] && a[1] === b[1];

// ---------------------------------------------------------------------------------------------------- a component

const read = (part) => {
  const code = part.slice(0, 2), arrows = [...part.slice(6)].map((arrow) => ARROWS[arrow]);
  return { code, connectors: [...part.slice(2, 6)].map(Number), facing: arrows.length || code[0] !== "E" ? arrows : [2] };
};

function drawTile(part, kinds) {
  const { code, connectors, facing } = read(part), kind = kinds[code] ?? {};
  const group = svg("g", { class: `tile kind-${code}` }, svg("rect", { class: "body", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5 }));
  const strokes = connectors.flatMap((number, side) => [...Array(number).keys()].map((stroke) => {
    const along = 20 + 5 * (stroke - (number - 1) / 2), [near, far] = side === 0 || side === 3 ? [0.5, 5.5] : [39.5, 34.5];
    return side % 2 ? `M${near} ${along}L${far} ${along}` : `M${along} ${near}L${along} ${far}`;
  }));
  group.append(svg("path", { class: "connectors", d: strokes.join("") }), ...glyph(kind, facing));
  return group;
}

// Small drawings of our own: what a component is for, at a glance.
function glyph(kind, facing) {
  const turn = (side, ...shapes) => svg("g", { transform: `rotate(${90 * side} 20 20)` }, ...shapes);
  const row = (number, wide, draw) => [...Array(number).keys()].map((i) => draw(20 + wide * (i - (number - 1) / 2)));
  if (kind.cannon) {
    return [turn(facing[0] ?? 0, svg("circle", { class: "cannon", cx: 20, cy: 24, r: 7 }),
      ...row(kind.cannon, 8, (x) => svg("rect", { class: "cannon", x: x - 2.2, y: 7, width: 4.4, height: 17, rx: 1.5 })))];
  }
  if (kind.engine) {
    return [turn((facing[0] ?? 2) - 2, ...row(kind.engine, 11, (x) => svg("g", {},
      svg("path", { class: "engine", d: `M${x - 3} 12h6l2 11h-10z` }), svg("path", { class: "flame", d: `M${x - 3.4} 24.5h6.8l-3.4 9z` }))))];
  }
  if (kind.shield) {
    return facing.map((side) => turn(side, svg("path", { class: "shield", d: "M10 12Q20 5 30 12" }))).concat(svg("circle", { class: "shield core", cx: 20, cy: 20, r: 4 }));
  }
  if (kind.batteries) return row(kind.batteries, 6.5, (x) => svg("g", {}, svg("rect", { class: "battery", x: x - 2.3, y: 13, width: 4.6, height: 15, rx: 1.2 }), svg("rect", { class: "battery", x: x - 1, y: 11, width: 2, height: 3 })));
  if (kind.containers || kind.special) {
    const shape = kind.special ? "special" : "hold", number = kind.containers + kind.special;
    return row(number, 9, (x) => svg("rect", { class: shape, x: x - 3.6, y: 16.4, width: 7.2, height: 7.2, rx: 1 }));
  }
  if (kind.life_support) return [svg("circle", { class: `alien-${kind.life_support}`, cx: 20, cy: 20, r: 8 }), svg("path", { class: "plus", d: "M20 15.5v9M15.5 20h9" })];
  if (kind.cabin) {
    const ring = kind.starts ? [svg("circle", { class: "start", cx: 20, cy: 20, r: 13 })] : [];
    return [...ring, ...row(2, 9, (x) => svg("g", {}, svg("circle", { class: "human", cx: x, cy: 16.5, r: 2.9 }), svg("path", { class: "human", d: `M${x - 4} 26.5v-2a4 4.2 0 0 1 8 0v2z` })))];
  }
  return [svg("path", { class: "structure", d: "M12 12L28 28M28 12L12 28M12 12h16v16h-16z" })];
}

const drawAlien = (colour) => [svg("path", { class: `alien-${colour}`, d: "M20 9.5c6 0 8 4.5 8 8.5 0 6-4.5 11.5-8 11.5s-8-5.500-8-11.5c0-4 2-8.5 8-8.5z" }), svg("path", { class: "eyes", d: "M16 18.5l2.5 2M24 18.5l-2.5 2" })];

// ---------------------------------------------------------------------------------------------------- the designer

function render({ model, el }) {
  const see = { state: null, known: null, risk: null, grounded: null, where: null, cures: null, offline: "", paint: "losses" };
  let held = null; // what is in hand: { part, label, taken, at, against, x, y }
  let cursor = null, drag = null, turnedAt = 0, since = 0;
  let unanswered = false; // a change was sent, and nothing is known of it yet
  let hovered = 0; // when the pointer came over another square
  const tried = new Map(), requested = new Set(); // by component and square what is against it there; the components that were asked about
  const send = (message) => model.send({ number: 0, ...message });

  // ------------------------------------------------------------------------------------------------ what there is

  const root = html("div", { class: "designer", "data-lm-suppress-shortcuts": "true" });
  const status = html("div", { class: "status", role: "status", "aria-live": "polite" });
  const picture = svg("svg", { class: "board", tabindex: 0, role: "application", "aria-label": "The ship. Arrows move, space takes and lays, R turns, Delete takes off, Escape puts back." });
  const name = html("input", { class: "name", "aria-label": "name of the ship", maxlength: 60, spellcheck: "false", onchange: () => name.value.trim() && send({ kind: "rename", name: name.value.trim() }) });
  const undo = button("↶", () => changes({ kind: "undo" }), { title: "undo (Ctrl+Z)", "aria-label": "undo" });
  const redo = button("↷", () => changes({ kind: "redo" }), { title: "do again (Ctrl+Y)", "aria-label": "redo" });
  const turner = button("⟳ turn", () => turn(1), { title: "turn (R; Shift+R turns back)" });
  const remover = button("✕ take off", () => takeOff(), { title: "take off (Delete)" });
  const asker = button("★ worth most where?", () => askWhere(), { title: "paint what the component in hand would bring on every legal square" });
  const keeper = button("⚑ compare from here", () => send({ kind: "keep", on: !see.state.kept }), { title: "keep this version, and see what every change brings" });
  const paint = html("select", { "aria-label": "what is painted on the ship", onchange: () => { see.paint = paint.value; drawBoard(); } },
    ...[["losses", "paint losses"], ["weak", "paint what each takes with it"], ["nothing", "paint nothing"]].map(([value, label]) => html("option", { value }, label)));
  const palette = html("div", { class: "palette", role: "toolbar", "aria-label": "the box" });
  const chips = html("div", { class: "chips" });
  const settings = html("div", { class: "settings" });
  const panel = html("div", { class: "panel" });
  const paper = html("div", { class: "paper" });
  const banner = html("div", { class: "banner", role: "alert", hidden: true });
  const legend = html("div", { class: "legend" });
  const hint = html("p", { class: "hint", hidden: true }, "An empty board: drag a component from the box beside the first cabin, or click it and then a square. By keys: Tab to the box, Enter takes, arrows move, space lays. ? tells more.");
  const drafts = html("section", { class: "drafts", "aria-label": "drawings with unsaved changes", hidden: true });
  const fileInput = html("input", { type: "file", accept: ".yaml,.yml", hidden: true, onchange: async () => { if (fileInput.files[0]) await dropped(fileInput.files[0]); fileInput.value = ""; } });
  const fileName = html("div", { class: "file" });
  const menu = html("details", { class: "menu" }, html("summary", {}, "File"), html("div", { class: "items" }));
  const items = {
    "New…": () => askBoard(), "Open a file of this computer…": () => fileInput.click(), "Open by name…": () => askPath("open_file", "Open which ship file?"),
    "Save": () => (see.state.path ? send({ kind: "save" }) : askPath("save", "Save as which file?")), "Save as…": () => askPath("save", "Save as which file?"),
    "Download": () => ask("text", (told) => offer(new Blob([told.text], { type: "text/yaml" }), `${fileStem()}.yaml`)),
    "Copy a link that holds the ship": () => ask("text", (told) => copyLink(told.held)),
    "Picture (SVG)": () => offer(new Blob([asPicture()], { type: "image/svg+xml" }), `${fileStem()}.svg`), "Picture (PNG)": () => asPixels(),
  };
  menu.lastChild.append(fileInput, ...Object.entries(items).map(([label, does]) => button(label, () => { menu.open = false; does(); })));
  const sheet = html("div", { class: "sheet" },
    html("header", {}, name, html("span", { class: "group" }, undo, redo), html("span", { class: "group" }, turner, remover, asker), html("span", { class: "group" }, keeper, paint), menu, button("?", help, { title: "keys, and what colours mean (?)", "aria-label": "help: keys and colours" })),
    html("div", { class: "drawing" }, picture, hint, status, legend, fileName),
    html("aside", { class: "box" }, chips, palette),
    html("div", { class: "beside" }, settings, panel),
    paper,
  );
  root.append(banner, drafts, sheet);
  el.append(root);

  const say = (text) => { status.textContent = text; };
  const waits = [];
  const ask = (kind, then) => { waits.push([kind, then]); send({ kind }); };

  // ------------------------------------------------------------------------------------------------ where things are

  const board = () => see.state.board;
  const tileAt = (square) => square && see.state.tiles.find((tile) => same(tile, square));
  const place = (square) => [MARGIN + TILE * board().columns.indexOf(square[1]), MARGIN + TILE * board().rows.indexOf(square[0])];
  const squares = () => [...board().squares, ...board().outside];
  const wide = () => 2 * MARGIN + TILE * board().columns.length, high = () => 2 * MARGIN + TILE * board().rows.length;
  const point = (event) => { const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse()); return [at.x, at.y]; };
  const squareAt = ([x, y]) => {
    const row = board().rows[Math.floor((y - MARGIN) / TILE)], column = board().columns[Math.floor((x - MARGIN) / TILE)];
    return squares().find((square) => same(square, [row, column])) ?? null;
  };
  const words = (square) => {
    const tile = tileAt(square);
    return `row ${square[0]} column ${square[1]}: ${tile ? tile[3] : "free"}`;
  };

  // ------------------------------------------------------------------------------------------------ the hand

  function take(part, label, taken, at = null) {
    held = { part, label, taken, at, against: null };
    see.where = null;
    hovered = performance.now();
    say(`in hand: ${label}`);
    tryAt(at);
    drawBoard();
    drawBox();
    drawTools();
  }

  // Python judges a component on all squares at once (of a build on the one below it): from the press on, so that moves need not wait.
  const question = (part, taken) => `${part} ${taken ? key(taken) : "of the box"}`;
  function askAbout(part, taken, at = null) {
    if (!at && requested.has(question(part, taken))) return;
    requested.add(question(part, taken));
    send({ kind: "try", part, at, taken });
  }

  function tryAt(square) {
    held.at = square;
    held.against = null;
    const known = square && tried.get(`${question(held.part, held.taken)} ${key(square)}`);
    if (known) judged(known);
    else askAbout(held.part, held.taken, square);
  }

  function forgetTried() {
    tried.clear();
    requested.clear();
  }

  function judged(against) {
    held.against = against;
    paintedAfter("hover", hovered);
    say(`${against.length ? `not here: ${against.join("; ")}` : `may lie here: row ${held.at[0]} column ${held.at[1]}`}`);
  }

  function lay() {
    const { part, at, taken } = held, tile = tileAt(taken);
    held = null;
    cursor = at;
    if (!at || (same(at, taken) && tile && tile[2] === part)) { say("put back"); redraw(); return; }
    changes({ kind: "lay", part, at, taken });
  }

  function putBack() {
    held = null;
    say("put back");
    redraw();
  }

  function changes(message) {
    if (see.offline) { say("nothing was changed: the connection is lost"); return; }
    since = performance.now();
    see.where = see.cures = null;
    unanswered = true;
    send(message);
  }

  function turn(by) {
    if (held) { send({ kind: "in_hand", part: held.part, by }); return; }
    if (tileAt(cursor)) changes({ kind: "turn", at: cursor, by });
    else say("take a component, or choose a square with one, to turn it");
  }

  function takeOff() {
    if (held) {
      const { taken } = held;
      held = null;
      if (taken) changes({ kind: "take_off", at: taken });
      else putBack();
    } else if (tileAt(cursor)) changes({ kind: "take_off", at: cursor });
    else say("choose a square with a component to take it off");
  }

  function askWhere() {
    const tile = tileAt(cursor);
    if (!held && !tile) { say("take a component, or choose one on the ship, to ask where it is worth most"); return; }
    const [part, taken] = held ? [held.part, held.taken] : [tile[2], tile.slice(0, 2)];
    see.where = { part, waiting: true, spots: [] };
    send({ kind: "where", part, taken });
    say("flying it on every legal square …");
    drawBoard();
  }

  // ------------------------------------------------------------------------------------------------ pointers and keys

  function press(event, part, label, taken, at) {
    if (event.button > 0 || (drag && drag.id !== event.pointerId)) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, fresh: !held, part, label, taken, at };
    askAbout(part, taken);
  }

  picture.addEventListener("pointerdown", (event) => {
    if (!see.state) return;
    if (drag && drag.id !== event.pointerId) { turn(1); return; } // a second finger turns
    const at = squareAt(point(event)), tile = tileAt(at);
    picture.focus({ preventScroll: true });
    if (held) { // it was taken by a click: this one lays it
      held.x = held.y = null;
      held.at = at;
      if (at) lay(); else putBack();
      return;
    }
    cursor = at ?? cursor;
    if (tile) { press(event, tile[2], tile[3], at, at); event.preventDefault(); }
    say(at ? words(at) : "");
    drawBoard();
    drawTools();
  });

  const onMove = (event) => {
    if (!see.state) return;
    if (drag?.id === event.pointerId && !drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= FEWEST_PIXELS) {
      drag.moved = true;
      if (drag.fresh) take(drag.part, drag.label, drag.taken);
    }
    if (!held || (drag && drag.id !== event.pointerId)) return;
    [held.x, held.y] = point(event);
    const over = squareAt([held.x, held.y]);
    if (!same(over, held.at)) { hovered = performance.now(); tryAt(over); drawGhost(); } else moveGhost();
  };
  const onUp = (event) => {
    if (drag?.id !== event.pointerId) return;
    const { moved, part, label, taken, at } = drag;
    drag = null;
    if (moved && held) { if (held.at) lay(); else if (taken && outside(event)) takeOff(); else putBack(); } else if (!moved && !held && part && !at) take(part, label, null);
    else if (!moved && at) { cursor = at; drawBoard(); drawTools(); }
  };
  const outside = (event) => root.querySelector(".box").contains(document.elementFromPoint(event.clientX, event.clientY));
  const onCancel = (event) => { if (drag?.id === event.pointerId) { drag = null; if (held) putBack(); } };
  const onWheel = (event) => {
    if (!held) return;
    event.preventDefault();
    if (event.timeStamp - turnedAt < BUSY_WHEEL) return;
    turnedAt = event.timeStamp;
    turn(event.deltaY > 0 ? 1 : 3);
  };
  picture.addEventListener("dblclick", () => { const tile = tileAt(cursor); if (tile && !held) take(tile[2], tile[3], cursor, cursor); });
  picture.addEventListener("contextmenu", (event) => { event.preventDefault(); cursor = squareAt(point(event)) ?? cursor; turn(1); });
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", onCancel);
  addEventListener("wheel", onWheel, { passive: false });

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  function step([down, right]) {
    const { rows, columns, start } = board();
    const from = cursor ?? start ?? board().squares[0];
    let row = rows.indexOf(from[0]), column = columns.indexOf(from[1]);
    for (;;) {
      row += down;
      column += right;
      if (rows[row] === undefined || columns[column] === undefined) return from;
      const found = squares().find((square) => same(square, [rows[row], columns[column]]));
      if (found) return found;
    }
  }

  root.addEventListener("keydown", (event) => {
    if (!see.state || see.offline || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const control = event.ctrlKey || event.metaKey, letter = event.key.toLowerCase();
    if (control && letter === "z") changes({ kind: event.shiftKey ? "redo" : "undo" });
    else if (control && letter === "y") changes({ kind: "redo" });
    else if (control && letter === "s") items.Save();
    else if (control || event.altKey) return;
    else if (letter === "r") turn(event.shiftKey ? 3 : 1);
    else if (letter === "w") askWhere();
    else if (event.key === "?") help();
    else if (event.key === "Escape") { if (held) putBack(); else { see.where = null; drawBoard(); } }
    else if (event.target !== picture) return;
    else if (STEPS[event.key]) {
      cursor = step(STEPS[event.key]);
      if (held) { held.x = held.y = null; tryAt(cursor); } else say(words(cursor));
      drawBoard();
      drawTools();
    } else if (event.key === " " || event.key === "Enter") {
      const tile = tileAt(cursor);
      if (held && held.at) lay();
      else if (!held && tile) take(tile[2], tile[3], cursor, cursor);
    } else if (event.key === "Delete" || event.key === "Backspace") takeOff();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer?.files[0]) dropped(event.dataTransfer.files[0]); });
  async function dropped(file) {
    if (see.offline) return;
    if (file.size > 20000) { warn([`${file.name}: is too large for a ship file`]); return; }
    changes({ kind: "open_text", text: await file.text(), name: file.name.slice(0, 200) });
  }

  // ------------------------------------------------------------------------------------------------ the board

  let ghost = null;

  function drawBoard() {
    if (!see.state) return;
    const { rows, columns, start, quarters } = board(), facts = see.state.facts, layers = [];
    picture.setAttribute("viewBox", `0 0 ${wide()} ${high()}`);
    picture.classList.toggle("holding", Boolean(held));
    picture.classList.toggle("stale", Boolean(see.risk) && see.risk.change !== see.state.change);
    const text = (x, y, words, style) => svg("text", { x, y, class: style }, words);
    columns.forEach((column, i) => [MARGIN - 13, high() - MARGIN + 21].forEach((y) => layers.push(text(MARGIN + TILE * i + 20, y, column, "number"))));
    rows.forEach((row, i) => [MARGIN - 17, wide() - MARGIN + 17].forEach((x) => layers.push(text(x, MARGIN + TILE * i + 24, row, "number"))));
    const part = new Map(quarters.map(([row, column, where]) => [key([row, column]), where]));
    for (const square of board().squares) {
      const [x, y] = place(square), style = part.has(key(square)) ? ` part-${part.get(key(square))}` : "";
      layers.push(svg("rect", { class: `free${style}${same(square, start) ? " home" : ""}`, x: x + 1.5, y: y + 1.5, width: 37, height: 37, rx: 5 }));
    }
    layers.push(...facts.lines.map(edge).filter(Boolean));
    const flawed = new Set(facts.flaws.flatMap((flaw) => [flaw.square, flaw.other].filter(Boolean).map(key)));
    for (const [row, column, token, label] of see.state.tiles) {
      const square = [row, column];
      if (held && same(held.taken, square)) continue;
      const tile = drawTile(token, see.known.kinds);
      tile.setAttribute("transform", `translate(${place(square)})`);
      tile.dataset.square = key(square);
      if (flawed.has(key(square))) tile.classList.add("flawed");
      if (part.has(key(square))) tile.classList.add(`of-${part.get(key(square))}`);
      for (const [colour, home] of Object.entries(see.state.aliens)) if (same(home, square)) tile.append(svg("circle", { class: "veil", cx: 20, cy: 20, r: 12.5 }), ...drawAlien(colour));
      tile.append(svg("title", {}, words(square)));
      layers.push(tile);
    }
    for (const [row, column, side] of facts.exposed) if (tileAt([row, column])) layers.push(open([row, column], SIDES.indexOf(side)));
    for (const flaw of facts.flaws) layers.push(cross(flaw));
    layers.push(...painted());
    if (see.where) layers.push(...see.where.spots.map(spot));
    if (cursor) { const [x, y] = place(cursor); layers.push(svg("rect", { class: "cursor", x: x + 0.5, y: y + 0.5, width: 39, height: 39, rx: 6 })); }
    picture.replaceChildren(...layers);
    drawGhost();
  }

  function painted() {
    if (see.where || held) return [];
    if (see.paint === "weak") {
      return see.state.facts.weak.map(({ square, others }) => over(square, Math.min(0.7, 0.12 + others / 16), `+${others}`, "hangs", `${words(square)}; ${others} more go with it`));
    }
    if (see.paint !== "losses" || !see.risk) return [];
    return see.risk.heat.filter(([row, column, share]) => share >= 0.005 && tileAt([row, column])).map(([row, column, share, low, high]) =>
      over([row, column], 0.72 * Math.sqrt(share), `${Math.round(100 * share)}%`, "heat", `${words([row, column])}; lost in ${(100 * share).toFixed(1)}% of flights (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}%)`));
  }

  function over(square, strength, label, style, title) {
    const [x, y] = place(square);
    return svg("g", { class: `over ${style}`, transform: `translate(${x} ${y})` },
      svg("rect", { class: "tint", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5, opacity: strength }), svg("rect", { class: "tag", x: 18, y: 28.5, width: 20, height: 9.5, rx: 3 }), svg("text", { x: 28, y: 36, class: "share" }, label), svg("title", {}, title));
  }

  function spot({ square, gain, low, high, says, text }) {
    const [x, y] = place(square);
    return svg("g", { class: `spot ${says}`, transform: `translate(${x} ${y})` }, svg("rect", { class: "tint", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5 }),
      svg("rect", { class: "tag", x: 4, y: 14, width: 32, height: 12, rx: 3 }), svg("text", { x: 20, y: 23, class: "gain" }, `${gain >= 0 ? "+" : "−"}${Math.abs(gain).toFixed(1)}`), svg("title", {}, `${text}: ${gain.toFixed(2)} credits a flight (${low.toFixed(2)} to ${high.toFixed(2)})`));
  }

  // Lines along which meteors do damage, at the board's edge: the wider, the more hits a flight; large meteors whole, small ones dashed beside them.
  function edge({ hazard, side, number, state, hits, text }) {
    const along = side === "front" || side === "rear" ? board().columns : board().rows;
    if (!along.includes(number)) return null;
    const size = hazard === "large_meteor" ? "large" : "small", off = size === "large" ? 3.5 : 9;
    const from = MARGIN + TILE * along.indexOf(number) + 4, to = from + 32;
    const before = MARGIN - off, [below, behind] = [high() - MARGIN + off, wide() - MARGIN + off];
    const ends = { front: [from, before, to, before], rear: [from, below, to, below], left: [before, from, before, to], right: [behind, from, behind, to] }[side];
    const width = state === "never" ? NARROWEST : NARROWEST + (WIDEST - NARROWEST) * Math.min(1, hits / MOST_HITS);
    return svg("line", { class: `line ${size} ${state}`, x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": width.toFixed(2), role: "img", "aria-label": text, "data-line": `${size} ${side} ${number}` }, svg("title", {}, text));
  }

  function open(square, side) {
    const [x, y] = place(square), [dx, dy] = [[20, 1], [39, 20], [20, 39], [1, 20]][side];
    return svg("circle", { class: "exposed", cx: x + dx, cy: y + dy, r: 2.6 });
  }

  function cross(flaw) {
    const [x, y] = place(flaw.square), [u, v] = flaw.other ? place(flaw.other) : [x, y], at = [(x + u) / 2 + 20, (y + v) / 2 + 20];
    return svg("g", { class: "cross", transform: `translate(${at})` }, svg("circle", { r: 6 }), svg("path", { d: "M-2.6 -2.6L2.6 2.6M2.6 -2.6L-2.6 2.6" }), svg("title", {}, flaw.text));
  }

  function drawGhost() {
    ghost?.remove();
    ghost = null;
    if (!held) return;
    ghost = drawTile(held.part, see.known.kinds);
    ghost.classList.add("ghost");
    ghost.dataset.part = held.part;
    if (held.against) ghost.classList.add(held.against.length ? "bad" : "good");
    picture.insertBefore(ghost, picture.querySelector(".spot"));
    moveGhost();
  }

  function moveGhost() {
    if (!ghost) return;
    const free = held.x !== null && held.x !== undefined;
    ghost.setAttribute("visibility", held.at || free ? "visible" : "hidden");
    ghost.setAttribute("transform", `translate(${held.at ? place(held.at) : free ? [held.x - 20, held.y - 20] : [0, 0]})`);
  }

  // ------------------------------------------------------------------------------------------------ the box

  const offers = new Map(); // by component its button
  let boxed = "";

  function drawBox() {
    const all = see.state.box.map(([part]) => part).join();
    if (boxed !== all) fillBox();
    boxed = all;
    const sums = new Map();
    for (const [part, left, whole, label] of see.state.box) {
      const { tile, count, heads } = offers.get(part), told = `${label}; ${left} of ${whole} left`;
      tile.classList.toggle("none", left <= 0);
      tile.classList.toggle("in-hand", Boolean(held && !held.taken && held.part === part));
      if (tile.title !== told) { tile.title = told; tile.setAttribute("aria-label", told); count.textContent = left === 1 && whole === 1 ? "" : left; }
      sums.set(heads, (sums.get(heads) ?? 0) + Math.max(0, left));
    }
    for (const [{ chip, head, kind }, sum] of sums) { chip.textContent = `${kind} ${sum}`; head.textContent = `${sum} left`; }
  }

  function fillBox() {
    const groups = new Map();
    for (const [part, , , label] of see.state.box) {
      const kind = see.known.kinds[part.slice(0, 2)].name;
      groups.set(kind, [...(groups.get(kind) ?? []), { part, label }]);
    }
    offers.clear();
    const sections = [...groups].map(([kind, parts], i) => {
      const heads = { kind, chip: button(kind, () => jump(i), { tabindex: -1 }), head: html("small", {}) };
      return [heads.chip, html("section", {}, html("h3", {}, `${kind} `, heads.head), html("div", { class: "parts" }, ...parts.map(({ part, label }) => offered(part, label, heads))))];
    });
    chips.replaceChildren(...sections.map(([chip]) => chip));
    palette.replaceChildren(...sections.map(([, section]) => section));
    palette.querySelector("[data-part]").tabIndex = 0;
  }

  function jump(i) {
    const section = palette.children[i];
    palette.scrollTo({ top: section.offsetTop - palette.offsetTop, left: section.offsetLeft - palette.offsetLeft, behavior: "smooth" });
    section.querySelector("[data-part]")?.focus({ preventScroll: true });
  }

  function offered(part, label, heads) {
    const count = html("span", { class: "left" });
    const tile = html("button", { type: "button", class: "part", "data-part": part, tabindex: -1 }, svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, drawTile(part, see.known.kinds)), count);
    offers.set(part, { tile, count, heads });
    tile.addEventListener("pointerdown", (event) => { if (held) { held = null; } press(event, part, label, null, null); });
    tile.addEventListener("keydown", (event) => {
      if (event.key === " " || event.key === "Enter") {
        cursor ??= board().start ?? board().squares[0];
        take(part, label, null, cursor);
        picture.focus({ preventScroll: true });
        event.preventDefault();
        event.stopPropagation();
      } else if (STEPS[event.key]) {
        const all = [...palette.querySelectorAll("[data-part]")], next = all[all.indexOf(tile) + (STEPS[event.key][0] + STEPS[event.key][1])];
        next?.focus();
        event.preventDefault();
      }
    });
    return tile;
  }

  // ------------------------------------------------------------------------------------------------ what is beside it

  function choice(label, value, options, chosen) {
    return html("label", {}, html("span", {}, label), html("select", { onchange: (event) => chosen(event.target.value) }, ...options.map(([code, words]) => html("option", { value: code, selected: code === value }, words))));
  }

  function drawSettings() {
    const { captains, captain, companies, company, facts, aliens, reserve, most_reserve } = see.state;
    const WORDS = { field: "in the field", alone: "alone", named: "named rivals", own: "your own" };
    const parts = [
      choice("flies", company, companies.map((one) => [one, WORDS[one]]), (name) => changes({ kind: "company", name })),
      choice("captain", captain, captains.map((one) => [one, WORDS[one] ?? one]), (name) => changes({ kind: "captain", name })),
    ];
    for (const [colour, homes] of Object.entries(facts.homes)) {
      if (!homes.length && !aliens[colour]) continue;
      const lost = aliens[colour] && !homes.some((home) => same(home, aliens[colour])) ? [[key(aliens[colour]), `in ${key(aliens[colour])}: cannot live there`]] : [];
      parts.push(choice(`${colour} alien`, aliens[colour] ? key(aliens[colour]) : "", [["", "stays at home"], ...lost, ...homes.map((home) => [key(home), `in ${key(home)}`])],
        (home) => changes({ kind: "alien", colour, at: home ? home.split(",").map(Number) : null })));
    }
    if (most_reserve) parts.push(choice("in reserve", String(reserve), [...Array(most_reserve + 1).keys()].map((number) => [String(number), number]), (count) => changes({ kind: "reserve", count: Number(count) })));
    settings.replaceChildren(...parts);
  }

  const section = (title, ...children) => html("section", {}, title && html("h3", {}, title), ...children);
  const list = (lines, style = "") => html("ul", { class: style }, ...lines.map((line) => html("li", {}, line)));

  function drawPanel() {
    panel.replaceChildren(...[flaws(), risk(), fleets()].filter(Boolean));
    paper.replaceChildren(...facts());
  }

  function flaws() {
    const found = see.state.facts.flaws;
    if (!found.length) return null;
    const place = (flaw) => JSON.stringify([flaw.kind, flaw.square, flaw.other]), cure = new Map((see.cures ?? []).map((one) => [place(one), one.cure]));
    return section(null, html("div", { class: "bad box-in" }, html("h3", {}, many(found.length, "flaw")), html("ul", {}, ...found.map((flaw) => html("li", {}, flaw.text, cure.has(place(flaw)) && html("div", { class: "cure" }, cure.get(place(flaw)) || "no single change mends it")))),
      !see.cures && button("How can they be mended?", () => ask("cures", (told) => { see.cures = told.cures; drawPanel(); }))));
  }

  function risk() {
    const now = see.risk;
    if (see.grounded) return section("Risk", html("div", { class: "bad box-in" }, "It cannot fly: ", list(see.grounded)));
    if (!now) return section("Risk", html("p", { class: "waits" }, "flying …"));
    const stale = now.change !== see.state.change, rows = Object.fromEntries(now.rows.map((row) => [row.name, row])), changed = now.rows.some((row) => row.change);
    const big = (row, what, unit) => html("div", { class: "big" }, html("b", {}, row.text), html("span", {}, what), html("small", {}, `${row.interval}${unit}`));
    return section(null, html("div", { class: stale ? "stale" : "" },
      now.removed.length ? html("p", { class: "repaired" }, `As after repair: it flies without the components on ${now.removed.map((square) => `(${key(square)})`).join(" ")}; they are charged as lost.`) : null,
      html("div", { class: "heads" }, big(rows.arrived, "arrive", ""), big(rows.credits, "credits a flight", "")),
      now.verdict && html("p", { class: `verdict ${rows.credits.change?.says ?? ""}` }, now.verdict),
      html("table", {}, html("thead", {}, html("tr", {}, html("th", {}, "95% intervals below"), html("th", {}, "now"), changed && html("th", {}, "change"))),
        html("tbody", {}, ...now.rows.map((row) => html("tr", { title: row.meaning }, html("th", {}, row.label), html("td", {}, row.text, html("small", {}, row.interval)),
          changed && html("td", { class: row.change?.says ?? "" }, row.change ? row.change.text : "", row.change && html("small", {}, row.change.interval)))))),
      html("p", { class: "soft" }, now.quantiles),
      bars(now.penalty),
      html("progress", { max: now.of, value: now.flights, "aria-label": "flights so far" }),
      html("p", { class: "soft" }, `${now.flights.toLocaleString("en")} of ${now.of.toLocaleString("en")} flights, ${now.route}, ${now.setting}, captain ${now.captain}, seed ${now.seed}`),
      now.notes.length ? html("details", { class: "notes" }, html("summary", {}, "What to know about these numbers"), list(now.notes)) : null));
  }

  function bars(penalty) {
    const wide = 300, high = 84, floor = 66, top = Math.max(...penalty.map(([, , , upper]) => upper), 0.01), each = Math.min(34, (wide - 10) / penalty.length);
    const y = (share) => floor - (floor - 8) * share / top;
    const drawn = penalty.map(([value, share, low, upper], i) => svg("g", { transform: `translate(${6 + each * i} 0)` },
      svg("rect", { class: "bar", x: each * 0.14, y: y(share), width: each * 0.72, height: floor - y(share) }), svg("line", { class: "whisker", x1: each / 2, x2: each / 2, y1: y(low), y2: y(upper) }),
      (each > 13 || value % 5 === 0) && svg("text", { x: each / 2, y: high - 5, class: "axis" }, value), svg("title", {}, `${value} credits: ${(100 * share).toFixed(1)}% (${(100 * low).toFixed(1)} to ${(100 * upper).toFixed(1)}%)`)));
    return html("figure", {}, html("figcaption", {}, "penalty for lost components, in credits"), svg("svg", { class: "bars", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": penalty.map(([value, share]) => `${value} credits ${(100 * share).toFixed(0)}%`).join(", ") }, ...drawn));
  }

  function facts() {
    const { rows, lacks, threats, weak, weak_told: told } = see.state.facts;
    return [
      section("On paper", html("table", { class: "facts" }, html("tbody", {}, ...rows.map(([label, said]) => html("tr", {}, html("th", {}, label), html("td", {}, said))), lacks ? html("tr", { class: "lacks" }, html("th", {}, "one box lacks"), html("td", {}, lacks)) : null))),
      section("Undefended", threats.length ? list(threats.map(({ text }) => text)) : html("p", {}, "nothing: every meteor can be stopped")),
      section("What one lost component takes with it", weak.length ? list([...weak.slice(0, told).map(({ text }) => text), ...(weak.length > told ? [`and ${weak.length - told} more`] : [])]) : html("p", {}, "nothing: no loss takes others along")),
    ];
  }

  function fleets() {
    const made = see.state.facts.fleets;
    if (!made) return null;
    const flown = new Map((see.risk?.layouts ?? []).map((row) => [row.joined, row]));
    const quarter = (fleet) => svg("svg", { class: "geometry", viewBox: "0 0 24 24", role: "img", "aria-label": fleet.joined }, ...["front_left", "front_right", "rear_left", "rear_right"].map((part, i) =>
      svg("rect", { x: 1 + 11.5 * (i % 2), y: 1 + 11.5 * (i > 1), width: 10, height: 10, class: `ship-${fleet.quarters.findIndex((quarters) => quarters.includes(part))}` })));
    return section("The fleets that the dice may make", html("table", { class: "fleets" }, html("thead", {}, html("tr", {}, ...["", "joined", "chance", "cannons", "engines", "arrive", "credits"].map((label) => html("th", {}, label)))),
      html("tbody", {}, ...made.fleets.map((fleet) => html("tr", { title: `${fleet.layout}\n${fleet.ships.join("\n")}` }, html("td", {}, quarter(fleet)), html("th", {}, fleet.joined), html("td", {}, fleet.chance), html("td", {}, fleet.cannons), html("td", {}, fleet.engines),
        ...["arrived", "credits"].map((metric) => flown.get(fleet.joined)?.[metric] ?? ["", ""]).map(([mean, interval]) => html("td", {}, mean, html("small", {}, interval))))))), html("details", { class: "notes" }, html("summary", {}, "What of this is inferred"), list(made.caveats)));
  }

  function drawTools() {
    const { undo: back, redo: forth, kept } = see.state, on = Boolean(held || tileAt(cursor));
    hint.hidden = see.state.tiles.length > 1;
    undo.disabled = !back;
    redo.disabled = !forth;
    turner.disabled = remover.disabled = asker.disabled = !on;
    keeper.textContent = kept ? "⚑ stop comparing" : "⚑ compare from here";
    keeper.setAttribute("aria-pressed", Boolean(kept));
    if (document.activeElement !== name) name.value = see.state.name;
    const { path, saved } = see.state;
    fileName.textContent = `board ${board().title}${path ? `, ${path}${saved ? "" : " (changed)"}` : ""}`;
    if (see.state.draft_fault) fileName.append(html("div", { class: "worse" }, see.state.draft_fault));
    legend.replaceChildren(...LEGEND.map(([style, label]) => html("span", {}, html("i", { class: style }), label)));
  }

  // Drawings that another designer left behind with unsaved changes, however it ended.
  function drawDrafts() {
    drafts.hidden = !see.state.drafts.length;
    const offers = see.state.drafts.map((draft) => {
      const when = new Date(draft.time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
      const label = `${draft.name}, board ${draft.board}, ${draft.path ?? "without a file"}, ${when}`;
      return html("div", { class: "draft" }, html("span", {}, "Unsaved changes: ", label),
        button("Open", () => changes({ kind: "recover", id: draft.id }), { "aria-label": `open the unsaved ${label}` }),
        button("Discard…", () => askDiscard(draft.id, label), { "aria-label": `discard the unsaved ${label}` }));
    });
    const rest = offers.splice(MOST_OFFERS);
    drafts.replaceChildren(...offers, ...(rest.length ? [html("details", {}, html("summary", {}, `${many(rest.length, "more drawing")} with unsaved changes`), ...rest)] : []));
  }

  function askDiscard(id, label) {
    const dialog = show("Discard these unsaved changes?", html("p", {}, label), button("Discard them", () => { changes({ kind: "discard", id }); dialog.close(); }, { class: "main" }));
  }

  function redraw() {
    if (!see.state) return;
    drawDrafts();
    drawBoard();
    drawBox();
    drawSettings();
    drawTools();
    drawPanel();
  }

  // ------------------------------------------------------------------------------------------------ files, links, pictures

  const fileStem = () => see.state.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "ship";

  function offer(blob, called) {
    const link = html("a", { href: URL.createObjectURL(blob), download: called });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`${called} is downloaded`);
  }

  async function copyLink(held) {
    const address = model.get("page") ? `${location.origin}${location.pathname}#${held}` : `analyzer design '#${held}'`;
    try { await navigator.clipboard.writeText(address); say("the link is copied"); } catch { show("A link that holds the ship", html("textarea", { readonly: true, rows: 5 }, address)); }
  }

  // The picture with all that its style sheet says, so that it stands alone.
  function asPicture() {
    const copy = picture.cloneNode(true), told = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
    copy.querySelectorAll(".cursor, .ghost").forEach((one) => one.remove());
    const shown = [...picture.querySelectorAll("*")].filter((one) => !one.closest(".cursor, .ghost")), copies = [...copy.querySelectorAll("*")];
    copies.forEach((one, i) => { const style = getComputedStyle(shown[i]); told.forEach((property) => one.setAttribute(property, style.getPropertyValue(property))); });
    copy.prepend(svg("rect", { width: wide(), height: high(), fill: getComputedStyle(root).getPropertyValue("--ground") }));
    fill(copy, { xmlns: NS, width: 2 * wide(), height: 2 * high() }, []);
    return new XMLSerializer().serializeToString(copy);
  }

  function asPixels() {
    const image = new Image(), canvas = html("canvas", { width: 3 * wide(), height: 3 * high() });
    const address = URL.createObjectURL(new Blob([asPicture()], { type: "image/svg+xml" }));
    image.onload = () => {
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => offer(blob, `${fileStem()}.png`), "image/png");
    };
    image.src = address;
  }

  function show(title, ...children) {
    const dialog = html("dialog", { "aria-label": title }, html("h3", {}, title), ...children, html("div", { class: "buttons" }, button("Close", () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    root.append(dialog);
    dialog.showModal();
    return dialog;
  }

  function help() {
    if (root.querySelector("dialog")) return;
    const heads = ["", "mouse, fingers", "keys"].map((label) => html("th", { scope: "col" }, label));
    show("Keys and colours", html("table", { class: "keys" }, html("thead", {}, html("tr", {}, ...heads)),
      html("tbody", {}, ...KEYS.map(([what, ...ways]) => html("tr", {}, html("th", { scope: "row" }, what), ...ways.map((way) => html("td", {}, way)))))),
    html("ul", { class: "colours" }, ...COLOURS.map(([style, label]) => html("li", {}, html("i", { class: style }), label))));
  }

  function askPath(kind, title) {
    const path = html("input", { type: "text", "aria-label": title, value: see.state.path ?? `${fileStem()}.yaml`, maxlength: 500 });
    const go = () => { if (path.value.trim()) changes({ kind, path: path.value.trim() }); dialog.close(); };
    const dialog = show(title, path, button(kind === "save" ? "Save" : "Open", go, { class: "main" }));
    path.addEventListener("keydown", (event) => event.key === "Enter" && go());
    path.select();
  }

  function askBoard() {
    const dialog = show("A new ship on which board?", html("div", { class: "boards" }, ...see.known.boards.map((title) => button(title, () => { cursor = null; changes({ kind: "new", board: title }); dialog.close(); }))));
  }

  function askReplace({ path, why }) {
    const dialog = show(`Replace ${path}?`, html("p", {}, `${why[0].toUpperCase()}${why.slice(1)}.`), button("Replace it", () => { send({ kind: "save", path, replace: true }); dialog.close(); }, { class: "main" }));
  }

  function warn(faults) {
    banner.replaceChildren(list(faults), button("✕", () => { banner.hidden = true; }, { "aria-label": "close" }));
    banner.hidden = false;
    banner.className = "banner bad";
    clearTimeout(banner.soon);
    banner.soon = setTimeout(() => { banner.hidden = !see.offline; }, 12000);
  }

  function forgetFaults() {
    if (banner.className === "banner bad") drawOffline();
  }

  // ------------------------------------------------------------------------------------------------ what Python tells

  const paintedAfter = (what, from) => requestAnimationFrame(() => setTimeout(() => performance.measure(what, { start: from, end: performance.now() })));

  const hears = {
    welcome: (told) => { // of another server, maybe: nothing that was known before need be true
      see.known = told;
      see.risk = see.grounded = see.where = see.cures = null;
      forgetTried();
    },
    state: (told) => {
      unanswered = false;
      const before = see.state;
      see.state = told;
      see.grounded = null;
      if (cursor && !squares().some((square) => same(square, cursor))) cursor = null;
      if (held?.taken && !tileAt(held.taken)) held = null;
      forgetTried();
      if (before?.change !== told.change) see.where = see.cures = null;
      if (held) tryAt(held.at);
      redraw();
      if (before && before.change !== told.change) { forgetFaults(); paintedAfter("facts", since); said(before); }
    },
    risk: (told) => { see.risk = told; see.grounded = null; drawPanel(); drawBoard(); paintedAfter(`risk ${told.flights}`, since); },
    grounded: (told) => { see.grounded = told.faults; see.risk = null; drawPanel(); drawBoard(); },
    tried: ({ change, part, taken, squares }) => {
      if (change !== see.state?.change) return;
      for (const [row, column, against] of squares) tried.set(`${question(part, taken)} ${key([row, column])}`, against);
      const known = held?.at && !held.against && tried.get(`${question(held.part, held.taken)} ${key(held.at)}`);
      if (known) { judged(known); drawGhost(); }
    },
    in_hand: (told) => {
      if (!held) return;
      held.part = told.part;
      held.label = told.label;
      say(`turned: ${told.label}`);
      tryAt(held.at);
      drawGhost();
    },
    where: (told) => { see.where = told; drawBoard(); say(told.says); },
    saved: (told) => { forgetFaults(); say(`saved: ${told.path}`); },
    "replace?": (question) => { unanswered = false; askReplace(question); },
    refused: (told) => { unanswered = false; warn(told.faults); say(told.faults.join("; ")); redraw(); },
    offline: () => goOffline("The connection is lost; trying again … Until it is back, nothing can be changed."),
    locked: () => goOffline("This page belongs to a designer that was stopped, and nothing can be changed: open the address that `analyzer design` printed last, in this tab or a new one."),
    online: () => { see.offline = ""; drawOffline(); },
  };

  function said(before) {
    const flaws = see.state.facts.flaws.length, was = before.facts.flaws.length;
    const at = cursor ? `${words(cursor)}. ` : "";
    say(`${at}${flaws ? many(flaws, "flaw") : was ? "no flaws left" : ""}`);
  }

  function goOffline(says) {
    see.offline = unanswered ? `${says} Your last change may not have arrived.` : says;
    drag = held = null;
    root.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    redraw();
    drawOffline();
  }

  function drawOffline() {
    drafts.inert = sheet.inert = Boolean(see.offline);
    banner.replaceChildren(see.offline);
    banner.hidden = !see.offline;
    banner.className = "banner";
    root.classList.toggle("offline", Boolean(see.offline));
  }

  const listen = (told) => {
    const wait = waits.findIndex(([kind]) => kind === told.kind);
    if (wait >= 0) waits.splice(wait, 1)[0][1](told);
    else hears[told.kind]?.(told);
  };
  model.on("msg:custom", listen);
  send({ kind: "hello" });

  return () => {
    model.off("msg:custom", listen);
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("pointercancel", onCancel);
    removeEventListener("wheel", onWheel);
  };
}

export default { render };
