// The board: what is drawn of the ship.

import { svg, key, same, TILE, MARGIN, SIDES } from "./elements.js";
import { drawAlien, drawTile } from "./tile.js";

const NARROWEST = 1, WIDEST = 5, MOST_HITS = 0.4; // bars at the edge: their widths, and the hits a flight of the widest

export function addBoard(d) {
  const { picture, see } = d;

  let ghost = null;

  function drawBoard() {
    if (!see.state) return;
    const { rows, columns, start, quarters } = d.board(), facts = see.state.facts, layers = [];
    picture.setAttribute("viewBox", `0 0 ${d.wide()} ${d.high()}`);
    picture.classList.toggle("holding", Boolean(d.held));
    picture.classList.toggle("stale", Boolean(see.risk) && see.risk.change !== see.state.change);
    const text = (x, y, words, style) => svg("text", { x, y, class: style }, words);
    columns.forEach((column, i) => [MARGIN - 13, d.high() - MARGIN + 21].forEach((y) => layers.push(text(MARGIN + TILE * i + 20, y, column, "number"))));
    rows.forEach((row, i) => [MARGIN - 17, d.wide() - MARGIN + 17].forEach((x) => layers.push(text(x, MARGIN + TILE * i + 24, row, "number"))));
    const fleet = d.chosenFleet();
    const part = new Map(quarters.map(([row, column, where]) => [key([row, column]), where]));
    for (const square of d.board().squares) {
      const [x, y] = d.place(square), where = part.get(key(square)), ship = fleet ? fleet.quarters.findIndex((quarters) => quarters.includes(where)) : -1;
      const style = ship >= 0 ? ` ship-${ship}` : where ? ` part-${where}` : "";
      layers.push(svg("rect", { class: `free${style}${same(square, start) ? " home" : ""}`, x: x + 1.5, y: y + 1.5, width: 37, height: 37, rx: 5 }));
    }
    layers.push(...facts.lines.map(edge).filter(Boolean));
    const flawed = new Set(facts.flaws.flatMap((flaw) => [flaw.square, flaw.other].filter(Boolean).map(key)));
    for (const [row, column, token, label] of see.state.tiles) {
      const square = [row, column];
      if (d.held && same(d.held.taken, square)) continue;
      const tile = drawTile(token, see.state.kinds);
      tile.setAttribute("transform", `translate(${d.place(square)})`);
      tile.dataset.square = key(square);
      if (flawed.has(key(square))) tile.classList.add("flawed");
      if (part.has(key(square))) tile.classList.add(`of-${part.get(key(square))}`);
      for (const [colour, home] of Object.entries(see.state.aliens)) if (same(home, square)) tile.append(svg("circle", { class: "veil", cx: 20, cy: 20, r: 12.5 }), ...drawAlien(colour));
      tile.append(svg("title", {}, d.words(square)));
      layers.push(tile);
    }
    for (const [row, column, side] of facts.exposed) if (d.tileAt([row, column])) layers.push(open([row, column], SIDES.indexOf(side)));
    for (const flaw of facts.flaws) layers.push(cross(flaw));
    for (const fault of see.textFaults) if (fault.square && columns.includes(fault.square[1]) && rows.includes(fault.square[0])) layers.push(misread(fault));
    layers.push(...painted());
    if (see.where) layers.push(...see.where.spots.map(spot));
    if (d.cursor) { const [x, y] = d.place(d.cursor); layers.push(svg("rect", { class: "cursor", x: x + 0.5, y: y + 0.5, width: 39, height: 39, rx: 6 })); }
    picture.replaceChildren(...layers);
    drawGhost();
  }

  function painted() {
    if (see.where || d.held) return [];
    if (see.paint === "weak") {
      return see.state.facts.weak.map(({ square, others }) => over(square, Math.min(0.7, 0.12 + others / 16), `+${others}`, "hangs", `${d.words(square)}; ${others} more go with it`));
    }
    if (see.paint !== "losses" || !see.risk) return [];
    return see.risk.heat.filter(([row, column, share]) => share >= 0.005 && d.tileAt([row, column])).map(([row, column, share, low, high]) =>
      over([row, column], 0.72 * Math.sqrt(share), `${Math.round(100 * share)}%`, "heat", `${d.words([row, column])}; lost in ${(100 * share).toFixed(1)}% of flights (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}%)`));
  }

  function over(square, strength, label, style, title) {
    const [x, y] = d.place(square);
    const wide = 3 + 5.7 * label.length; // inside the strokes of the connectors, which stay free
    return svg("g", { class: `over ${style}`, transform: `translate(${x} ${y})` },
      svg("rect", { class: "tint", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5, opacity: strength }), svg("rect", { class: "tag", x: 38 - wide, y: 26.3, width: wide, height: 8, rx: 2.5 }), svg("text", { x: 38 - wide / 2, y: 33.3, class: "share" }, label), svg("title", {}, title));
  }

  function spot({ square, gain, low, high, says, text }) {
    const [x, y] = d.place(square);
    return svg("g", { class: `spot ${says}`, transform: `translate(${x} ${y})` }, svg("rect", { class: "tint", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5 }),
      svg("rect", { class: "tag", x: 4, y: 14, width: 32, height: 12, rx: 3 }), svg("text", { x: 20, y: 23, class: "gain" }, `${gain >= 0 ? "+" : "−"}${Math.abs(gain).toFixed(1)}`), svg("title", {}, `${text}: ${gain.toFixed(2)} credits a flight (${low.toFixed(2)} to ${high.toFixed(2)})`));
  }

  // Lines along which meteors do damage, at the board's edge: the wider, the more hits a flight; large meteors whole, small ones dashed beside them.
  function edge({ hazard, side, number, state, hits, text }) {
    const along = side === "front" || side === "rear" ? d.board().columns : d.board().rows;
    if (!along.includes(number)) return null;
    const size = hazard === "large_meteor" ? "large" : "small", off = size === "large" ? 3.5 : 9;
    const from = MARGIN + TILE * along.indexOf(number) + 4, to = from + 32;
    const before = MARGIN - off, [below, behind] = [d.high() - MARGIN + off, d.wide() - MARGIN + off];
    const ends = { front: [from, before, to, before], rear: [from, below, to, below], left: [before, from, before, to], right: [behind, from, behind, to] }[side];
    const width = state === "never" ? NARROWEST : NARROWEST + (WIDEST - NARROWEST) * Math.min(1, hits / MOST_HITS);
    return svg("line", { class: `line ${size} ${state}`, x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": width.toFixed(2), role: "img", "aria-label": text, "data-line": `${size} ${side} ${number}` }, svg("title", {}, text));
  }

  function open(square, side) {
    const [x, y] = d.place(square), [dx, dy] = [[20, 1], [39, 20], [20, 39], [1, 20]][side];
    return svg("circle", { class: "exposed", cx: x + dx, cy: y + dy, r: 2.6 });
  }

  function cross(flaw) {
    const [x, y] = d.place(flaw.square), [u, v] = flaw.other ? d.place(flaw.other) : [x, y], at = [(x + u) / 2 + 20, (y + v) / 2 + 20];
    return svg("g", { class: "cross", transform: `translate(${at})` }, svg("circle", { r: 6 }), svg("path", { d: "M-2.6 -2.6L2.6 2.6M2.6 -2.6L-2.6 2.6" }), svg("title", {}, flaw.text));
  }

  // Where the text says what cannot lie there.
  function misread({ square, text }) {
    const [x, y] = d.place(square);
    return svg("g", { class: "misread", transform: `translate(${x} ${y})` }, svg("rect", { x: 2, y: 2, width: 36, height: 36, rx: 5 }), svg("text", { x: 20, y: 27, class: "mark" }, "?"), svg("title", {}, text));
  }

  function drawGhost() {
    ghost?.remove();
    ghost = null;
    if (!d.held) return;
    ghost = drawTile(d.held.part, see.state.kinds);
    ghost.classList.add("ghost");
    ghost.dataset.part = d.held.part;
    if (d.held.against) ghost.classList.add(d.held.against.length ? "bad" : "good");
    if (d.held.gain && d.held.at) ghost.append(gainTag(d.held.gain, d.place(d.held.at)));
    picture.insertBefore(ghost, picture.querySelector(".spot"));
    moveGhost();
  }

  // Above the square, or below it in the first row, and wholly within the picture.
  function gainTag({ text, says }, [x, y]) {
    const wide = 8 + 5.8 * text.length, left = Math.min(Math.max(20 - wide / 2, 2 - x), d.wide() - 2 - wide - x), up = y > MARGIN ? -17 : 42;
    return svg("g", { class: `gain-tag ${says}`, transform: `translate(${left} ${up})` }, svg("rect", { class: "tag", width: wide, height: 15, rx: 4 }), svg("text", { x: wide / 2, y: 11, class: "gain" }, text));
  }

  function moveGhost() {
    if (!ghost) return;
    const free = d.held.x !== null && d.held.x !== undefined;
    ghost.setAttribute("visibility", d.held.at || free ? "visible" : "hidden");
    ghost.setAttribute("transform", `translate(${d.held.at ? d.place(d.held.at) : free ? [d.held.x - 20, d.held.y - 20] : [0, 0]})`);
  }

  Object.assign(d, { drawBoard, drawGhost, moveGhost });
}
