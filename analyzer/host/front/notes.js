// The page on which a game is noted while it is played: what comes next, the board, the story, and an evaluation.

import { html, svg, button, section, drawAnew, announcer } from "./elements.js";
import { addTheme, remember, remembered } from "./theme.js";

const MOST_SHOWN = 40; // rows of a searched list
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

function render({ model, el }) {
  const root = html("div", { class: "notes" });
  const d = { root, model };
  addTheme(d);
  const { place: announced, announce } = announcer();
  const parts = Object.fromEntries(["head", "ask", "value", "board", "story", "lines"].map((name) => [name, html("div", { class: name })]));
  const left = html("div", { class: "side" }, parts.ask, parts.lines), right = html("div", { class: "side" }, parts.value, parts.story);
  root.append(parts.head, left, parts.board, right, announced);
  el.append(root);
  let scene = null, value = null, curve = null, refused = "", state = "", spot = "", earlier = [];

  const send = (message) => model.send(message);
  const note = (entry) => { refused = ""; remember("typed", ""); send({ kind: "note", entry }); };

  function drawHead() {
    drawAnew(parts.head,
      html("h1", {}, scene.heading), html("p", { class: "now" }, scene.now),
      html("div", { class: "row" },
        button("Undo", () => send({ kind: "undo" }), { disabled: scene.at === 0, title: "Ctrl+Z" }),
        button("Redo", () => send({ kind: "redo" }), { disabled: scene.at >= scene.length, title: "Ctrl+Y" }),
        d.switcher, html("span", { class: "file" }, scene.file ? `saved in ${scene.file}` : "not saved in a file")),
      (state || scene.fault || refused) && html("p", { class: "fault", role: "alert" }, state || scene.fault || refused));
  }

  // A loss in the unit of the curve: credits with two decimals, percentage points with one.
  const loss = (number) => `${number.toFixed(curve?.unit === "credits" ? 2 : 1)} ${curve?.unit.replace("percentage ", "") ?? ""}`;

  // What may be noted next: buttons, a row of numbers, or a field that searches.
  let isPressed = false, waits = false; // a button that is drawn anew while it is pressed would hear no click
  function drawAsk() {
    if (isPressed) { waits = true; return; }
    const question = scene.question;
    if (!question) return parts.ask.replaceChildren(html("h2", {}, "The game is over"), ...scene.ended.map((line) => html("p", {}, line)));
    const judged = new Map((value?.options ?? []).map((one, rank) => [JSON.stringify(one.entry), { ...one, rank }]));
    const choice = (one, number) => {
      const known = judged.get(JSON.stringify(one.entry));
      const behind = known && (known.rank === 0 ? "best so far" : Number.parseFloat(loss(known.behind)) === 0 ? "as good so far" : `${loss(known.behind)} less`);
      // An empty line is kept for the figures, so that no row moves from under a finger when they come.
      const figures = (known || question.is_judged) && html("small", { class: known?.rank === 0 ? "best" : "" }, known ? `${known.value}, ${behind}` : "\u00a0");
      return html("li", {}, button([html("span", { class: "words" }, one.words), figures, one.likely && html("small", { class: "likely" }, "the captain's choice")].filter(Boolean), () => note(one.entry), number < 9 && question.shape === "list" ? { "aria-keyshortcuts": String(number + 1) } : {}));
    };
    const besides = question.beside.map((one) => button(one.words, () => note(one.entry)));
    const beside = besides.length > 2 ? html("details", { class: "beside" }, html("summary", {}, "other notes"), ...besides) : besides.length > 0 && html("div", { class: "beside" }, ...besides);
    const there = spot && question.choices.filter((one) => one.spot === spot);
    let body;
    if (there) body = html("ol", { class: "choices" }, ...there.map(choice), html("li", {}, button("all places", () => pick(""))));
    else if (question.shape === "dice") body = html("div", { class: "dice" }, ...question.choices.map((one) => { const says = judged.get(JSON.stringify(one.entry))?.value; return button([html("b", {}, one.words), (says || question.is_judged) && html("small", {}, says ?? "\u00a0")].filter(Boolean), () => note(one.entry), { "aria-keyshortcuts": [...one.words].join(" "), "aria-label": `rolled ${one.words}${says ? `: ${says}` : ""}` }); }));
    else if (question.shape === "search") body = searched(question, choice);
    else body = html("ol", { class: "choices" }, ...question.choices.map(choice));
    drawAnew(parts.ask, html("h2", {}, question.text), body, beside || "");
  }

  // A click on a place of the picture notes its only choice, or shows those that it has.
  function pick(place) {
    const there = (scene.question?.choices ?? []).filter((one) => place && one.spot === place);
    if (there.length === 1) return note(there[0].entry);
    spot = there.length ? place : "";
    parts.board.querySelectorAll("[data-spot]").forEach((one) => one.classList.toggle("chosen", one.dataset.spot === spot));
    drawAsk();
    if (spot) parts.ask.querySelector(".choices button").focus({ preventScroll: false });
  }

  // Whether a word is like another one, because words may be misspelt: the same letters in any order, or half of its pairs of letters.
  const pairsOf = (word) => [...word].slice(1).map((letter, place) => word[place] + letter);
  const isAlike = (word, other) => word.length > 3 && ([...word].toSorted().join() === [...other].toSorted().join() || pairsOf(word).filter((pair) => other.includes(pair)).length * 2 >= word.length - 1);

  let isLike = false, typed = "", typedFor = "", ranked = { change: -1, order: new Map() };
  function searched(question, choice) {
    const moment = `${scene.file} ${scene.at} ${question.text} `;
    if (typedFor !== scene.change) {
      const kept = remembered("typed"); // typed words that were not noted yet survive a reload
      typed = kept.startsWith(moment) ? kept.slice(moment.length) : "";
      typedFor = scene.change;
      parts.ask.querySelector("input")?.blur(); // a field that has the focus would keep its words
    }
    // The first figures of a moment put its options in order; later ones do not move a row from under a finger.
    if (ranked.change !== scene.change && value?.change === scene.change && value.options?.length) ranked = { change: scene.change, order: new Map(value.options.map((one, rank) => [JSON.stringify(one.entry), rank])) };
    const place = (one) => (ranked.change === scene.change ? ranked.order.get(JSON.stringify(one.entry)) ?? Infinity : 0);
    const rows = html("ol", { class: "choices" });
    const found = () => {
      const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
      const has = (said, word) => (/^\d+$/.test(word) ? new RegExp(`\\b${word}\\b`).test(said) : said.includes(word));
      const fitting = (does) => question.choices.toSorted((a, b) => place(a) - place(b) || 0).filter((one) => words.every((word) => does(one.words.toLowerCase(), word)));
      const all = fitting(has);
      isLike = all.length === 0;
      return isLike ? fitting((said, word) => has(said, word) || said.split(/[^\p{L}\d]+/u).some((other) => isAlike(word, other))) : all;
    };
    const list = () => {
      const all = found(), rest = all.length > MOST_SHOWN ? `and ${all.length - MOST_SHOWN} more: type a word or a number` : "";
      rows.replaceChildren(...all.slice(0, MOST_SHOWN).map((one) => choice(one, 9)));
      more.textContent = all.length === 0 ? "nothing fits: delete a word" : isLike ? "nothing has all these words; these are similar" : rest;
    };
    const more = html("p", { class: "hint" });
    const field = html("input", { type: "search", "aria-label": question.text, placeholder: `e.g. ${question.example}`, value: typed, maxlength: 100, autocomplete: "off",
      oninput: (event) => { typed = event.target.value; remember("typed", typed && moment + typed); list(); },
      onkeydown: (event) => { const all = found(); if (event.key === "Enter" && all.length && (!isLike || all.length === 1)) note(all[0].entry); } });
    list();
    return html("div", { class: "searched" }, field, rows, more);
  }

  function drawValue() {
    const isNow = value?.change === scene.change, known = isNow && value.trials > 0 && value.values.length > 0;
    if (known) earlier = value.values;
    // Until the first figures of this moment are there, those of the moment before stay, marked as such.
    const figures = known ? value.values : scene.question ? earlier : [];
    const waits = scene.question ? (isNow && value.trials > 0 ? (figures.length ? "from before this note; new figures follow your next note" : "figures follow your next note") : figures.length ? "from before this note; new figures are being worked out …" : "being worked out …") : "the game is over";
    figuresBox.replaceChildren(...[figures.length > 0 && html("dl", { class: known ? "" : "before" }, ...figures.flatMap(([name, shown]) => [html("dt", {}, name), html("dd", {}, shown)])), !known && html("p", { class: "hint" }, waits),
      known && html("p", { class: "hint" }, `${value.trials.toLocaleString("en")} ${scene.plays_on}; 95% intervals`),
      ...(value?.change === scene.change ? value.says ?? [] : []).map((one) => html("p", {}, one))].filter(Boolean));
    drawCurve();
    drawAnew(errorsBox, ...[errors()].filter(Boolean));
  }

  const graded = () => (curve?.points ?? []).filter((one) => one.grade);
  const errors = () => graded().length > 0 && html("ul", { class: "errors" }, ...graded().map((one) => html("li", {}, button([html("b", {}, SIGNS[one.grade] ?? "!"), ` ${one.grade}: ${one.words}`], () => send({ kind: "go_to", entries: one.entries })), html("small", {}, ` ${loss(one.behind)} less than: ${one.best}`))));

  // The evaluation after each note. A click goes back to it; with keys, arrows choose a note and Enter goes there.
  // The drawing stays the same element, because a new one would lose the keyboard focus.
  const figuresBox = html("div"), errorsBox = html("div"), chosen = html("p", { class: "hint" }), WIDE = 320, HIGH = 90;
  const drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "slider", tabindex: 0, "aria-valuemin": 0, onkeydown: moveOnCurve });
  parts.value.append(section("How it stands", figuresBox, drawing, chosen, errorsBox));
  let pointed = null; // index of the point that the arrow keys chose
  const pointsOf = () => curve?.points ?? [];
  const here = () => Math.min(pointed ?? Math.max(0, pointsOf().findLastIndex((one) => one.entries <= scene.at)), pointsOf().length - 1);
  const goTo = (one) => send({ kind: "go_to", entries: one.entries });
  const pointInWords = (one) => `note ${one.entries}: ${one.score.toFixed(2)} ± ${one.margin.toFixed(2)} ${curve.unit}${one.grade ? `, ${one.grade}` : ""}`;
  function drawCurve() {
    const points = pointsOf();
    drawing.style.display = chosen.style.display = points.length < 2 ? "none" : "";
    if (points.length < 2) return;
    const low = Math.min(...points.map((one) => one.score - one.margin)), range = Math.max(...points.map((one) => one.score + one.margin)) - low || 1, last = points.at(-1).entries || 1;
    const x = (one) => 8 + (WIDE - 16) * one.entries / last, y = (score) => HIGH - 8 - (HIGH - 16) * (score - low) / range;
    const band = [...points.map((one) => `${x(one)},${y(one.score + one.margin)}`), ...points.toReversed().map((one) => `${x(one)},${y(one.score - one.margin)}`)].join(" ");
    const dot = (one, number) => svg("circle", { cx: x(one), cy: y(one.score), r: one.entries === scene.at ? 5 : 3.5, class: `point ${one.grade}${number === pointed ? " pointed" : ""}`, onclick: () => goTo(one) }, svg("title", {}, pointInWords(one)));
    drawing.replaceChildren(svg("polygon", { points: band, class: "band" }), svg("polyline", { points: points.map((one) => `${x(one)},${y(one.score)}`).join(" "), class: "score" }), ...points.map(dot));
    const scores = points.map((one) => one.score), says = pointInWords(points[here()]);
    for (const [name, told] of Object.entries({ label: `${curve.unit} after each note`, valuemax: points.length - 1, valuenow: here(), valuetext: says })) drawing.setAttribute(`aria-${name}`, told);
    chosen.textContent = pointed === null ? `${curve.unit} after each note: ${Math.min(...scores).toFixed(1)} to ${Math.max(...scores).toFixed(1)}` : `${says}. Enter goes there.`;
  }
  function moveOnCurve(event) {
    const most = pointsOf().length - 1, to = { ArrowLeft: here() - 1, ArrowDown: here() - 1, ArrowRight: here() + 1, ArrowUp: here() + 1, Home: 0, End: most }[event.key];
    if (event.key === "Enter" || event.key === " ") goTo(pointsOf()[here()]);
    else if (to === undefined) return;
    else { pointed = Math.min(most, Math.max(0, to)); drawCurve(); }
    event.preventDefault();
  }

  const FINGER = 44; // pixels that a place needs for a tap
  function drawBoard() {
    const { scrollLeft, scrollTop } = parts.board.querySelector(".picture") ?? {}, picture = html("div", { class: "picture", onclick: (event) => { const at = event.target.closest("[data-spot]"); if (at) pick(at.dataset.spot); } });
    // Drawn by the server, with escaped names. The page's policy allows styles that scripts set, and none in a text.
    picture.innerHTML = scene.picture.replaceAll(' style="', ' data-style="');
    picture.querySelectorAll("[data-style]").forEach((one) => { one.style.cssText = one.dataset.style; });
    const spot = picture.querySelector("rect.spot"), drawn = picture.querySelector("svg");
    if (spot) drawn.style.setProperty("--touch", `${Math.ceil(drawn.viewBox.baseVal.width * FINGER / spot.width.baseVal.value)}px`);
    parts.board.replaceChildren(picture, drawTrack() ?? "", html("table", { class: "players", "aria-label": "the players" }, html("tbody", {}, ...scene.players.map((one) => html("tr", {}, coloured(html("th", { scope: "row" }, one.name), one.colour), html("td", {}, one.words))))));
    picture.scrollTo(scrollLeft ?? 0, scrollTop ?? 0);
  }

  // A digit chooses an option of a list by its place, or enters what a die shows; 1 waits for another digit if 10 is possible.
  let pressed = "";
  function pressDigit(digit) {
    const question = scene?.question;
    if (question?.shape === "list") {
      const one = question.choices.filter((choice) => !spot || choice.spot === spot)[Number(digit) - 1];
      if (one) note(one.entry);
    } else if (question?.shape === "dice") {
      const begins = (words) => question.choices.filter((one) => one.words.startsWith(words));
      pressed = begins(pressed + digit).length ? pressed + digit : digit;
      const [one, more] = begins(pressed);
      if (!one || more) return;
      pressed = "";
      note(one.entry);
    }
  }

  const coloured = (cell, colour) => { if (colour) cell.style.borderLeft = `6px solid ${colour}`; return cell; };

  // The figures on the track, the front to the right.
  function drawTrack() {
    const there = scene.players.filter((one) => one.space !== null).toSorted((a, b) => a.space - b.space);
    if (there.length < 2) return null;
    const least = there[0].space, wide = 460, step = (wide - 120) / Math.max(1, there.at(-1).space - least);
    const figure = (one, rank) => {
      const x = 60 + step * (one.space - least);
      // Names stand above and below in turn, so that neighbours do not cover each other.
      return svg("g", {}, svg("title", {}, `${one.name}: space ${one.space}`), svg("circle", { cx: x, cy: 30, r: 9, class: one === scene.players[0] ? "own" : "other" }), svg("text", { x, y: rank % 2 ? 54 : 14 }, one.name.slice(0, 16)));
    };
    return svg("svg", { viewBox: `0 0 ${wide} 60`, class: "track", role: "img", "aria-label": "the ships on the track, the front to the right" },
      svg("line", { x1: 12, x2: wide - 12, y1: 30, y2: 30, class: "rail" }), ...there.map(figure));
  }

  function drawStory() {
    const grades = new Map(graded().map((one) => [one.entries, one]));
    drawAnew(parts.story, section("The story so far", ...scene.steps.toReversed().map((step) => {
      const from = scene.steps[scene.steps.indexOf(step) - 1]?.entries ?? 0;
      const found = [...grades.values()].filter((one) => one.entries >= from && one.entries < step.entries);
      return html("article", {}, html("h4", {}, button(step.title, () => send({ kind: "go_to", entries: step.entries }), { title: "go back to the moment after it" }), ...found.map((one) => html("span", { class: `grade ${one.grade}`, title: `${one.grade}: ${one.words}` }, SIGNS[one.grade] ?? "!"))),
        html("ul", {}, ...step.lines.map((line) => html("li", {}, line))), step.remark && html("p", { class: "remark" }, step.remark));
    }), scene.steps.length === 0 && html("p", { class: "hint" }, "nothing is noted yet")));
  }

  function drawLines() {
    parts.lines.replaceChildren(scene.others.length ? section("What if", html("ul", {}, ...scene.others.map((words, line) => html("li", {}, button(words, () => send({ kind: "take_line", line })))))) : "",
      scene.notes.length ? html("details", {}, html("summary", {}, "what the figures rest on"), ...scene.notes.map((line) => html("p", {}, line))) : "");
  }

  function drawAll() {
    if (!scene) return;
    drawHead(); drawAsk(); drawValue(); drawBoard(); drawStory(); drawLines();
    root.dataset.change = scene.change;
    document.title = `${scene.now} · ${scene.heading}`;
  }

  // The first advice on a decision is announced to screen readers; later figures are only shown.
  let saidFor = -1;
  function announceBest() {
    const best = value.options?.[0], said = best && scene.question?.shape !== "dice" && value.change === scene.change && saidFor !== scene.change;
    if (said) { saidFor = scene.change; announce(`best so far: ${best.words}, ${best.value}`); }
  }

  model.on("msg:custom", (message) => {
    if (message.kind === "scene") {
      const before = scene?.question?.text;
      scene = message; refused = ""; spot = ""; pressed = ""; pointed = null;
      drawAll();
      const now = scene.question?.text ?? "the game is over";
      if (now !== before) announce(`${scene.now}. ${now}`);
      // After a tap, the focus would open a keyboard over the list.
      if (!byTouch && root.getRootNode().activeElement !== drawing) parts.ask.querySelector("input[type=search]")?.focus({ preventScroll: true });
    } else if (message.kind === "evaluation") { value = message; if (scene) { announceBest(); drawValue(); if (scene.question?.shape !== "search" || message.options?.length) drawAsk(); } }
    else if (message.kind === "curve") { curve = message; if (scene) { drawValue(); drawStory(); } }
    else if (message.kind === "refused") { refused = message.says.join(" "); if (scene) drawHead(); }
    else if (message.kind === "offline" || message.kind === "locked") { state = message.kind === "offline" ? "The program has stopped: start it again." : "This page has an old address: open the one that the program prints."; if (scene) drawHead(); else root.prepend(html("p", { class: "fault" }, state)); }
    else if (message.kind === "online") { state = ""; if (scene) drawHead(); }
  });

  parts.ask.addEventListener("pointerdown", () => { isPressed = true; });
  for (const end of ["pointerup", "pointercancel"]) root.ownerDocument.addEventListener(end, () => setTimeout(() => { isPressed = false; if (waits) { waits = false; drawAsk(); } }));
  let byTouch = matchMedia("(pointer: coarse)").matches;
  root.ownerDocument.addEventListener("pointerdown", (event) => { byTouch = event.pointerType === "touch"; });
  root.ownerDocument.addEventListener("keydown", (event) => {
    byTouch = false;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); send({ kind: event.shiftKey ? "redo" : "undo" }); }
    else if ((event.ctrlKey || event.metaKey) && event.key === "y") { event.preventDefault(); send({ kind: "redo" }); }
    else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.target.tagName !== "INPUT" && /^[0-9]$/.test(event.key)) pressDigit(event.key);
  });
  d.useTheme();
}

export default { render };
