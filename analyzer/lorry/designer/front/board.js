// The board of Cosmic Lorry: a galaxy and a position drawn by clicking. All that is drawn is kept by the host.
import { questions } from "./asking.js";
import { announcer, html, svg, button, paintedAfter, drawAnew } from "./elements.js";
import { addPane } from "./pane.js";
import { addTheme } from "./theme.js";
import { addTourOf } from "./touring.js";
import { addWindows } from "./windows.js";

const BOX = 34, EDGE = 20;
const TOUR = [
  [".tools", "Choose what a click draws: planets and special boxes of the map, or the tracks of a trader. R or the wheel turns a track."],
  [".board", "The galaxy. Click a box to draw there: a green frame means that the track may lie there, a red one names the rule that forbids it. With keys: arrows, Enter, Delete."],
  [".turn", "Say who picks and what the dice show. Then click through the turn: the draw, the pair it scores, extra tracks, a box to fill."],
  [".advice-place", "Advice plays games to the end after every option. Take one with its button. More games are played while you look."],
  [".text-pane", "The position as text, both ways: paste a file or a grid, or copy it. The file menu copies a link and saves a picture."],
];
const SIGNS = { "*": "★", r: "▲", a: "●", o: "◎" };
const NAMES = { "*": "star", r: "rocket", a: "asteroid", o: "black hole", ".": "nothing" };
const STEP = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const DASHES = ["", "7 2", "2 2", "9 2 2 2"];
const KINDS = ["straight", "curve", "branch", "crossing"];
const TRACKS = ["NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW"];

const make = html, draw = svg;

function path(column, row, ends) {
  const x = EDGE + (column - 0.5) * BOX, y = EDGE + (row - 0.5) * BOX;
  const tips = [...ends].map((side) => [x + STEP[side][0] * BOX / 2, y + STEP[side][1] * BOX / 2]);
  if (["NE", "ES", "SW", "NW"].includes(ends)) return `M${tips[0]}Q${x} ${y} ${tips[1]}`;
  return tips.map((tip) => `M${x} ${y}L${tip}`).join("");
}

function render({ model, el }) {
  document.title = "Cosmic Lorry: analyzer lorry design";
  let state = null, advice = null, tool = { sort: "mark", mark: "1" }, held = "NS", trader = 1;
  let at = null, reason = null, line = "", misread = [];
  const reasons = new Map();
  const say = (kind, facts = {}) => model.send({ kind, number: 0, ...facts });

  el.classList.add("board-page");
  const board = draw("svg", { class: "board", tabindex: 0, role: "application" });
  const status = make("p", { class: "status", role: "status", "aria-live": "polite" });
  const tools = make("section", { class: "tools", "aria-label": "Tools" });
  const side = make("section", { class: "side", "aria-label": "Position" });
  const top = make("header", { class: "top" });
  const d = { root: el, model };
  addTheme(d);
  addTourOf(d, TOUR, "lorry-tour");
  addWindows(d);
  const asked = questions(model, () => state?.change);
  const ask = (kind, then) => asked.ask({ kind }, then);
  const files = addPane({ root: el, picture: board, state: () => state, ask, send: say, say: (text) => shown(text), isPage: Boolean(model.get("page")), mark: (boxes) => { misread = boxes; if (state) drawBoard(); } });
  const results = announcer();
  el.append(d.tour, top, tools, make("section", { class: "middle", "aria-label": "The galaxy" }, board, status, files.pane), side, results.place);
  d.useTheme();

  const shown = (text, sense = "") => { status.textContent = text; status.className = `status ${sense}`; };

  // what lies under the pointer, and what forbids it

  const isIn = (boxes, spot) => boxes.some(([column, row]) => column === spot[0] && row === spot[1]);
  function judge() {
    reason = null;
    if (!at || !state) return;
    if (tool.sort === "track" && state.legal) {
      if (isIn(state.legal[trader - 1]?.[held] ?? [], at)) reason = "";
      else askWhy({ at, trader, ends: held });
    } else if (tool.sort === "fill" && state.fillable) {
      if (isIn(state.fillable, at)) reason = "";
      else askWhy({ at, trader, ends: null });
    } else if (tool.sort === "play" && state.open) {
      const fills = state.open.what === "fill", may = fills ? state.open.fillable : state.open.legal[held] ?? [];
      if (isIn(may, at)) reason = "";
      else if (!fills && !state.open.kinds.includes(kind(held))) reason = `that would be a ${kind(held)}; what may be drawn now: ${state.open.kinds.join(", ")}`;
      else askWhy({ at, trader: state.turn.picks, ends: fills ? null : held, play: true });
    }
    tellReason();
  }
  function askWhy(question) {
    const key = JSON.stringify([state.change, question.at, question.trader, question.ends]);
    if (reasons.has(key)) reason = reasons.get(key);
    else say("why", question);
  }
  function tellReason() {
    ghost();
    if (!at) return shown("");
    const where = `column ${at[0]}, row ${at[1]}`;
    if (reason) shown(`${where}: not here: ${reason}`, "bad");
    else if (reason === "") shown(`${where}: allowed`, "good");
    else shown(where);
  }
  function ghost() {
    board.querySelectorAll(".ghost").forEach((one) => one.remove());
    if (!at) return;
    const sense = reason ? "bad" : reason === "" ? "good" : "";
    const corner = { x: EDGE + (at[0] - 1) * BOX, y: EDGE + (at[1] - 1) * BOX, width: BOX, height: BOX };
    board.append(draw("rect", { ...corner, class: `ghost frame ${sense}` }));
    const draws = tool.sort === "track" || (tool.sort === "play" && state.open?.what !== "fill"), who = tool.sort === "play" ? state.turn?.picks : trader;
    if (draws) board.append(draw("path", { d: path(...at, held), class: `ghost track of-${who} ${sense}` }));
  }

  function apply(anyway = false) {
    if (!at) return;
    if (tool.sort === "mark") say("mark", { at, mark: tool.mark });
    if (tool.sort === "track") say("lay", { at, trader, ends: held, anyway });
    if (tool.sort === "fill") say("fill", { at });
    if (tool.sort === "erase") say("erase", { at });
    if (tool.sort === "play") say("take", state.open?.what === "fill" ? { fill: at } : { box: at, ends: held });
  }
  function turnHeld(by = 1) {
    const same = TRACKS.filter((ends) => ends.length === held.length && kind(ends) === kind(held));
    held = same[(same.indexOf(held) + by + same.length) % same.length];
    if (tool.sort !== "play") tool = { sort: "track" };
    drawTools();
    judge();
  }
  const kind = (ends) => ends.length === 4 ? "crossing" : ends.length === 3 ? "branch" : ["NS", "EW"].includes(ends) ? "straight" : "curve";

  // the pictures

  function spotOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const spot = [Math.floor((point.x - EDGE) / BOX) + 1, Math.floor((point.y - EDGE) / BOX) + 1];
    return spot[0] >= 1 && spot[0] <= state.columns && spot[1] >= 1 && spot[1] <= state.rows ? spot : null;
  }
  board.addEventListener("pointermove", (event) => {
    const spot = state && spotOf(event);
    if (String(spot) === String(at)) return;
    const since = performance.now();
    at = spot;
    judge();
    paintedAfter("legality", since);
  });
  board.addEventListener("pointerleave", () => { at = null; tellReason(); });
  let pressed = null; // the board may be drawn anew before it is let go: what was pressed is a box, not an element
  board.addEventListener("pointerdown", (event) => { pressed = state && event.button === 0 ? spotOf(event) : null; });
  board.addEventListener("pointerup", (event) => {
    at = state && spotOf(event);
    judge();
    if (pressed && String(pressed) === String(at)) apply(event.shiftKey);
    pressed = null;
  });
  board.addEventListener("wheel", (event) => {
    if (!["track", "play"].includes(tool.sort)) return;
    event.preventDefault();
    turnHeld(event.deltaY > 0 ? 1 : -1);
  }, { passive: false });
  board.addEventListener("keydown", (event) => {
    const side = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" }[event.key];
    if (side) {
      const [column, row] = at ?? [1, 1];
      const on = (value, by, most) => at ? (value - 1 + by + most) % most + 1 : value;
      at = [on(column, STEP[side][0], state.columns), on(row, STEP[side][1], state.rows)];
      judge();
    } else if (event.key === "Enter" || event.key === " ") apply(event.shiftKey);
    else if (event.key === "r") turnHeld();
    else if (event.key === "Delete" || event.key === "Backspace") { if (at) say("erase", { at }); }
    else return;
    event.preventDefault();
  });
  el.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    if (event.key === "z") say(event.shiftKey ? "redo" : "undo");
    else if (event.key === "y") say("redo");
    else return;
    event.preventDefault();
  });

  function drawBoard() {
    const { columns, rows } = state, right = EDGE + columns * BOX, low = EDGE + rows * BOX;
    board.replaceChildren();
    board.setAttribute("viewBox", `0 0 ${right + EDGE} ${low + EDGE}`);
    board.setAttribute("aria-label", `${state.name}: ${columns} columns, ${rows} rows. Arrow keys move, Enter draws, R turns.`);
    for (let column = 1; column <= columns; column++)
      board.append(draw("text", { x: EDGE + (column - 0.5) * BOX, y: 13, class: "number" }, column));
    for (let row = 1; row <= rows; row++)
      board.append(draw("text", { x: 9, y: EDGE + (row - 0.5) * BOX + 4, class: "number" }, row));
    for (const [column, row] of state.filled) square(column, row, "filled");
    for (const [column, row] of state.turn?.filled ?? []) square(column, row, "filled");
    for (const box of misread) square(...box, "fault");
    for (const fault of state.faults) if (fault.box) square(...fault.box, "fault");
    let lines = "";
    for (let column = 0; column <= columns; column++) lines += `M${EDGE + column * BOX} ${EDGE}V${low}`;
    for (let row = 0; row <= rows; row++) lines += `M${EDGE} ${EDGE + row * BOX}H${right}`;
    board.append(draw("path", { d: lines, class: "grid" }));
    for (const [[column, row], mark] of state.marks) {
      const x = EDGE + (column - 0.5) * BOX, y = EDGE + (row - 0.5) * BOX;
      if (SIGNS[mark]) board.append(draw("text", { x, y: y + 5, class: "special" }, SIGNS[mark]));
      else board.append(draw("circle", { cx: x, cy: y, r: BOX * 0.42, class: "planet" }), draw("text", { x, y: y + 5, class: "digit" }, mark));
    }
    for (const [column, row, who, ends] of state.tracks)
      board.append(draw("path", { d: path(column, row, ends), class: `track of-${who}`, "stroke-dasharray": DASHES[who - 1] }));
    for (const [column, row, who, ends] of state.turn?.tracks ?? [])
      board.append(draw("path", { d: path(column, row, ends), class: `track now of-${who}` }));
    const best = advice?.change === state.change ? advice.rows[0] : null;
    if (best?.box) {
      square(...best.box, "best");
      if (best.ends) board.append(draw("path", { d: path(...best.box, best.ends), class: "track advised" }));
    }
    const across = ["both", "columns"].includes(state.wrap) ? "open" : "wall", down = ["both", "rows"].includes(state.wrap) ? "open" : "wall";
    board.append(draw("path", { d: `M${EDGE} ${EDGE}V${low}M${right} ${EDGE}V${low}`, class: `edge ${across}` }));
    board.append(draw("path", { d: `M${EDGE} ${EDGE}H${right}M${EDGE} ${low}H${right}`, class: `edge ${down}` }));
    ghost();
  }
  function square(column, row, kind) {
    board.append(draw("rect", { x: EDGE + (column - 1) * BOX, y: EDGE + (row - 1) * BOX, width: BOX, height: BOX, class: kind }));
  }

  // tools

  function small(ends) {
    const one = draw("svg", { viewBox: `${EDGE} ${EDGE} ${BOX} ${BOX}`, class: "small", "aria-hidden": "true" });
    one.append(draw("path", { d: path(1, 1, ends), class: `track of-${trader}` }));
    return one;
  }
  function drawTools() {
    if (!state) return;
    const chosen = (is) => ({ "aria-pressed": String(Boolean(is)), class: is ? "chosen" : null });
    const pick = (next) => () => { tool = next; drawTools(); judge(); };
    const traders = state.names.map((name, place) => button(name, () => { trader = place + 1; tool = { sort: "track" }; drawTools(); judge(); },
      { ...chosen(tool.sort === "track" && trader === place + 1), class: `trader of-${place + 1}${trader === place + 1 ? " chosen" : ""}` }));
    const tracks = TRACKS.map((ends) => {
      const one = button("", () => { held = ends; if (tool.sort !== "play") tool = { sort: "track" }; drawTools(); judge(); },
        { title: `${kind(ends)} ${ends}`, "aria-label": `${kind(ends)} ${ends}`, "data-ends": ends, ...chosen(["track", "play"].includes(tool.sort) && held === ends) });
      one.append(small(ends));
      return one;
    });
    const marks = [..."123456789*rao."].map((mark) => button(SIGNS[mark] ?? (mark === "." ? "clear" : mark), pick({ sort: "mark", mark }),
      { title: NAMES[mark] ?? `planet ${mark}`, "aria-label": NAMES[mark] ?? `planet ${mark}`, "data-mark": mark, ...chosen(tool.sort === "mark" && tool.mark === mark) }));
    drawAnew(tools,
      make("h2", {}, "Map"), make("div", { class: "row" }, ...marks),
      make("h2", {}, "Tracks"), make("div", { class: "row" }, ...traders), make("div", { class: "row" }, ...tracks),
      make("div", { class: "row" },
        button("fill a box", pick({ sort: "fill" }), { "data-tool": "fill", ...chosen(tool.sort === "fill") }),
        button("erase", pick({ sort: "erase" }), { "data-tool": "erase", ...chosen(tool.sort === "erase") })),
      make("p", { class: "hint" }, "Wheel or R turns the track; Shift and click draws it even if a rule forbids it now."));
  }

  // the top: name, file, size

  function drawTop() {
    const set = (facts) => say("settings", facts);
    const entry = (label, value, on, facts = {}) => make("label", {}, label, make("input", { value, onchange: (event) => on(event.target.value), ...facts }));
    const whole = { type: "number", min: 1, max: 24, class: "short" };
    const wrap = make("select", { onchange: (event) => set({ wrap: event.target.value }) },
      ...["both", "columns", "rows", "none"].map((one) => make("option", { value: one, selected: one === state.wrap }, one)));
    const many = make("select", { onchange: (event) => set({ traders: Array.from({ length: +event.target.value }, (_, place) => state.names[place] ?? `trader ${place + 1}`) }) },
      ...[1, 2, 3, 4].map((one) => make("option", { value: one, selected: one === state.names.length }, one)));
    drawAnew(top,
      make("div", { class: "row" },
        entry("Name", state.name, (name) => name && set({ name }), { maxlength: 40 }),
        entry("Columns", state.columns, (value) => set({ columns: +value }), whole), entry("Rows", state.rows, (value) => set({ rows: +value }), whole),
        make("label", {}, "Wraps", wrap), entry("Ends after", state.end_after, (value) => set({ end_after: +value }), { ...whole, max: 36 }),
        make("label", {}, "Traders", many)),
      make("div", { class: "row" },
        button("undo", () => say("undo"), { disabled: !state.undo }), button("redo", () => say("redo"), { disabled: !state.redo }),
        button("new", () => say("new")), button("open", () => d.askFile("Open which file of this machine?", "Open", state.path ?? "position.yaml", (path) => say("open_file", { path }))),
        button(state.path ? "save" : "save as", () => save()), state.path ? button("save as", () => save(true)) : "",
        state.edition === "standard" ? "" : make("span", { class: "file" }, `edition ${state.edition}`),
        files.menu, d.switcher, button("?", () => d.beginTour(), { title: "a tour of five steps", "aria-label": "help: a tour of five steps" }),
        make("span", { class: "file" }, `${state.path ?? "no file yet"}${state.saved ? "" : " (not saved)"}`)),
      ...state.drafts.map((draft) => make("p", { class: "draft" }, `Not saved before: ${draft.name} (${draft.time.slice(0, 16).replace("T", " ")}) `,
        button("open", () => say("recover", { id: draft.id }), { "aria-label": `open the draft of ${draft.name}` }), button("discard", () => say("discard", { id: draft.id }), { "aria-label": `discard the draft of ${draft.name}` }))),
      state.draft_fault ? make("p", { class: "bad" }, state.draft_fault) : "");
  }
  function save(elsewhere = false) {
    if (state.path && !elsewhere) say("save");
    else d.askFile("Save to which file of this machine?", "Save", state.path ?? "position.yaml", (path) => say("save", { path }));
  }

  // the side: faults, turn, routes, advice

  function drawSide() {
    const parts = [];
    if (state.faults.length) parts.push(make("h2", {}, "To correct"), make("ul", { class: "faults", "aria-label": "what is to be corrected" }, ...state.faults.map((fault) => make("li", {}, fault.text))));
    parts.push(make("h2", {}, "Traders"), make("ul", { class: "traders", "aria-label": "traders" }, ...state.names.map((name, place) => make("li", {},
      make("input", { value: name, maxlength: 40, "aria-label": `name of trader ${place + 1}`, class: `trader of-${place + 1}`,
        onchange: (event) => say("settings", { traders: state.names.map((one, other) => other === place ? event.target.value : one) }) }),
      state.totals ? ` ${state.totals[place]} points` : ""))));
    parts.push(make("section", { class: "turn", "aria-label": "the turn" }, make("h2", {}, "Turn"), drawTurn(), ...drawOpen()));
    parts.push(make("section", { class: "advice-place", "aria-label": "advice" }, make("h2", {}, "Advice"), state.turn ? drawAdvice() : make("p", { class: "hint" }, "Say who picks and what the dice show.")));
    if (state.joined.length || state.scored.length) parts.push(make("h2", {}, "Routes"), drawRoutes());
    drawAnew(side, ...parts);
    d.markTour();
  }
  function drawTurn() {
    const turn = state.turn, picks = turn?.picks ?? 0;
    const dice = state.dice.map((colour, place) => turn?.dice?.[place] ?? [colour, ""]);
    const tell = (who, shown) => say("turn", who ? { picks: who, dice: shown.filter(([, shows]) => shows) } : { picks: null, dice: [] });
    const who = make("select", { "aria-label": "who picks", onchange: (event) => tell(+event.target.value, dice) },
      make("option", { value: 0 }, "nobody yet"), ...state.names.map((name, place) => make("option", { value: place + 1, selected: picks === place + 1 }, `${name} picks`)));
    const faces = dice.map(([colour, shows], place) => make("select", { class: `die ${colour}`, "aria-label": `${colour} die`,
      onchange: (event) => tell(picks || 1, dice.map((one, other) => other === place ? [colour, event.target.value] : one)) },
      ...["", ...KINDS].map((kind) => make("option", { value: kind, selected: kind === shows }, `${colour}: ${kind || "taken"}`))));
    return make("div", { class: "row" }, who, ...faces);
  }
  // The decision that is open in the turn, and what can be clicked there.
  function drawOpen() {
    const open = state.open;
    if (!open) return [];
    const take = (facts) => () => say("take", facts);
    const plays = Object.keys(open.legal).length + open.fillable.length > 0;
    const play = () => {
      tool = { sort: "play" };
      if (open.what !== "fill" && !open.kinds.includes(kind(held))) held = TRACKS.find((ends) => open.kinds.includes(kind(ends))) ?? held;
      drawTools(); drawSide(); judge();
    };
    return [
      make("p", { class: "open", role: "status" }, open.says),
      make("div", { class: "row" },
        plays && button("draw it on the board", play, { "data-tool": "play", "aria-pressed": String(tool.sort === "play"), class: tool.sort === "play" ? "chosen" : null }),
        ...open.pairs.map(([one, other, boxes]) => button(`${one}-${other}: ${boxes}`, take({ score: [one, other] }), { "data-pair": `${one}-${other}`, title: `score ${one}-${other}, ${boxes} points` })),
        open.declines && button("score nothing", take({ score: "none" }), { "data-pair": "none" }),
        ...(open.what === "roll" ? KINDS.map((shows) => button(shows, take({ shows }), { "data-shows": shows })) : []),
        open.done && button(["extra", "fill"].includes(open.what) ? "end the turn without it" : "end the turn", () => say("end_turn"), { "data-tool": "end" })),
    ];
  }
  function takeRow(row) {
    const what = state.open?.what;
    const score = row.declines ? "none" : row.pair;
    if (what === "pair") return say("take", { score });
    if (!row.box) return say("end_turn");
    say("take", what === "fill" ? { fill: row.box } : { box: row.box, ends: row.ends, score });
  }
  function drawRoutes() {
    const name = (who) => state.names[who - 1] ?? `trader ${who}`;
    return make("ul", { "aria-label": "routes" },
      ...state.scored.map(([one, other, who, points]) => make("li", {}, `${one}-${other}: ${name(who)}, ${points} points `,
        button("take back", () => say("score", { pair: [one, other], trader: who, points: 0 }), { "aria-label": `take back ${one}-${other}` }))),
      ...state.joined.map(([one, other, who, points]) => make("li", { class: "joined" }, `${one}-${other}: joined by ${name(who)}, ${points} boxes `,
        button("score it", () => say("score", { pair: [one, other], trader: who, points }), { "aria-label": `score ${one}-${other} for ${name(who)}` }))));
  }
  function drawAdvice() {
    if (!advice || advice.change !== state.change) return make("p", { class: "hint" }, state.turn.dice.length ? "playing games…" : "Say what the dice show.");
    const alone = state.names.length === 1;
    const goal = make("select", { "aria-label": "goal", onchange: (event) => say("goal", { goal: event.target.value }) },
      ...[["won", "to win"], ["margin", "margin"], ["total", "total"]].map(([value, text]) => make("option", { value, selected: state.goal === value }, text)));
    const form = (value) => state.goal === "won" && !alone ? (100 * value).toFixed(1) : value.toFixed(1);
    const rows = advice.rows.map((row) => make("tr", {}, make("td", {}, row.words), make("td", {}, row.worse ? form(row.worse[0]) : "best"),
      make("td", { class: "interval" }, row.worse ? `${form(row.worse[1])} to ${form(row.worse[2])}` : ""), make("td", {}, alone ? "" : `${(100 * row.won).toFixed(0)}%`), make("td", {}, [row.is_exact ? "ends the game" : "", row.mark].filter(Boolean).join(" ")),
      make("td", {}, (row.box || state.open?.done) && button("take", () => takeRow(row), { "aria-label": `take: ${row.words}`, class: "take" }))));
    return make("div", { class: "advice" }, ...advice.says.map((text) => make("p", {}, text)),
      rows.length ? make("table", { "aria-label": "options, the best first" }, make("thead", {}, make("tr", {}, ...["option", "behind", "interval", alone ? "" : "won", "", ""].map((text) => make(text ? "th" : "td", text ? { scope: "col" } : {}, text)))), make("tbody", {}, ...rows)) : "",
      advice.games ? make("p", { class: "hint" }, `at most ${advice.games} games after each option; ranked by `, alone ? "total" : goal, ". *: clearly worse; =: the same in every game.") : "");
  }

  el.addEventListener("dragover", (event) => event.preventDefault());
  el.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) files.take(await file.text());
  });

  const receivers = {
    welcome: () => { asked.forget(); d.firstTour(); },
    online: () => { line = ""; el.classList.remove("offline"); },
    offline: () => { line = "The connection is down: nothing that you draw now is kept."; el.classList.add("offline"); shown(line, "bad"); },
    locked: () => { line = "This page needs the address that the command printed, with its token."; el.classList.add("offline"); shown(line, "bad"); },
    state: (message) => {
      state = message;
      if (trader > state.names.length) trader = 1;
      if (advice?.change !== state.change) advice = null;
      if (tool.sort === "play" && !(state.open && (state.open.fillable.length || Object.keys(state.open.legal).length))) tool = { sort: "track" };
      drawTop(); drawTools(); drawBoard(); drawSide(); judge(); files.follow(); asked.moveOn();
    },
    because: (message) => {
      reasons.set(JSON.stringify([message.change, message.at, message.trader, message.ends]), message.reason);
      if (reasons.size > 2000) reasons.clear();
      if (state && message.change === state.change && String(message.at) === String(at)) { reason = message.reason; tellReason(); }
    },
    advice: (message) => { if (message.change === state?.change) { advice = message; drawBoard(); drawSide(); results.announce(message.says.join(" ")); } },
    refused: (message) => shown(message.faults.join("; "), "bad"),
    saved: (message) => shown(`saved: ${message.path}`, "good"),
    "replace?": (message) => d.askReplacing(message, () => say("save", { path: message.path, replace: true })),
    text_faults: (message) => files.showFaults(message.faults),
  };
  const receive = (message) => { if (!asked.take(message)) receivers[message.kind]?.(message); };
  model.on("msg:custom", receive);
  if (!model.get("page")) say("hello");
  return () => model.off("msg:custom", receive);
}

export default { render };
