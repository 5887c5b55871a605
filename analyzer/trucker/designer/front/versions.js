// Versions that were kept: a strip of them, and two side by side.

import { html, button, key, list, many, drawAnew, section } from "./elements.js";
import { drawSmall } from "./small.js";

const DRAWN = 0; // the number of the drawing beside those of versions

export function addVersions(d) {
  const { see, send } = d;
  const strip = html("section", { class: "strip", "aria-label": "versions that were kept", hidden: true });
  const beside = html("section", { class: "pair", "aria-label": "two versions side by side", hidden: true });
  const picked = []; // at most two numbers
  see.versions = { versions: [], against: null };

  const versionOf = (id) => (id === DRAWN ? { id, name: see.state.name, board: see.state.board, tiles: see.state.tiles, kinds: see.state.kinds } : see.versions.versions.find((one) => one.id === id));

  function drawVersions() {
    const { versions, against } = see.versions;
    strip.hidden = !versions.length;
    if (strip.hidden) return;
    for (const id of [...picked]) if (!versionOf(id)) picked.splice(picked.indexOf(id), 1);
    drawAnew(strip, html("div", { class: "cards" }, ...versions.map((one) => card(one, one.id === against)),
      button("+ keep this version", () => send({ kind: "keep", on: true, compare: false }), { class: "more", title: "keep the ship as it is drawn now, without measuring against it" })));
  }

  function card(one, isBase) {
    const when = new Date(one.time).toLocaleTimeString("en", { timeStyle: "short" }), figures = one.figures;
    return html("article", { class: `card${isBase ? " base" : ""}`, "data-version": one.id, "aria-label": `version ${one.id}: ${one.name}, kept ${when}${isBase ? ", compared with" : ""}` },
      button("", () => d.changes({ kind: "open_version", id: one.id }), { class: "picture", title: "draw this version on", "aria-label": `draw version ${one.id} on` }),
      html("div", { class: "about" }, html("b", {}, one.name), html("small", {}, `${one.id} · ${when}${isBase ? " · compared with" : ""}`), ...figuresOf(one, figures)),
      html("div", { class: "acts" }, button("⇄", () => pick(one.id), { title: "side by side with the drawing, or with another version", "aria-label": `version ${one.id} side by side`, "aria-pressed": String(picked.includes(one.id)) }),
        !isBase && button("⚑", () => send({ kind: "compare_with", id: one.id }), { title: "measure changes against this version", "aria-label": `compare with version ${one.id}` }), menuOf(one)));
  }

  function figuresOf(one, figures) {
    if (one.flaws) return [html("small", { class: "worse" }, many(one.flaws, "flaw"))];
    if (figures?.faults) return [html("small", { class: "worse" }, "cannot fly")];
    if (!figures) return [html("small", {}, "flies soon …")];
    const { credits, arrived } = figures, title = `${credits.text} credits a flight (${credits.interval}), arrives in ${arrived.text} (${arrived.interval}); ${figures.flights.toLocaleString("en")} flights, ${figures.setting}`;
    return [html("span", { title }, `${credits.text} cr · ${arrived.text}`), html("small", {}, `${figures.flights.toLocaleString("en")} flights`), credits.change && html("span", { class: credits.change.says, title: credits.change.interval }, `${credits.change.text} cr (${credits.change.interval})`)];
  }

  function menuOf(one) {
    const text = (then) => d.ask("text", then, { id: one.id });
    const stem = () => `${d.stemOf(one.name)}-${one.id}`;
    const rename = () => {
      const name = html("input", { type: "text", "aria-label": "name of the version", value: one.name, maxlength: 60 });
      const go = () => { if (name.value.trim()) send({ kind: "rename_version", id: one.id, name: name.value.trim() }); dialog.close(); };
      const dialog = d.show(`Rename version ${one.id}`, name, button("Rename", go, { class: "main" }));
      name.addEventListener("keydown", (event) => event.key === "Enter" && go());
      name.select();
    };
    const acts = {
      "Rename…": rename,
      "Save as…": () => d.askPath("save_version", "Save this version as which file?", { id: one.id }, `${stem()}.yaml`),
      "Download": () => text((answer) => d.offer(new Blob([answer.text], { type: "text/yaml" }), `${stem()}.yaml`)),
      "Copy its text": () => text((answer) => d.copy(answer.text, "the text of the version")),
      "Copy a link": () => text((answer) => d.copyLink(answer.held)),
      "Picture (SVG)": () => d.offer(new Blob([d.pictureOf(pictureIn(one.id))], { type: "image/svg+xml" }), `${stem()}.svg`),
      "Picture (PNG)": () => d.pixelsOf(pictureIn(one.id), `${stem()}.png`),
      "Drop it": () => send({ kind: "drop_version", id: one.id }),
    };
    return button("⋯", () => {
      const dialog = d.show(`Version ${one.id}: ${one.name}`, html("div", { class: "boards" }, ...Object.entries(acts).map(([label, does]) => button(label, () => { dialog.close(); does(); }))));
    }, { title: "rename, save, export, drop", "aria-label": `rename, save, export or drop version ${one.id}` });
  }

  const pictureIn = (id) => strip.querySelector(`[data-version="${id}"] .small-ship`);

  function fillPictures() {
    for (const one of see.versions.versions) strip.querySelector(`[data-version="${one.id}"] .picture`)?.replaceChildren(drawSmall(one, one.kinds, [], one.name));
  }

  function pick(id) {
    if (picked.includes(id)) picked.splice(picked.indexOf(id), 1);
    else picked.push(id);
    if (picked.length > 2) picked.shift();
    ask();
    redrawVersions();
  }

  function ask() {
    see.pair = see.differences = null;
    if (picked.length) send({ kind: "pair", first: picked[0], second: picked[1] ?? DRAWN });
  }

  function drawPair() {
    beside.hidden = !picked.length || !see.differences;
    if (beside.hidden) return;
    const { ids, names, changes, squares, change } = see.differences, flown = see.pair, late = change !== null && change !== see.state.change;
    const titles = ids.map((id, i) => (id === DRAWN ? `${names[i]} as drawn${late ? " before" : ""}` : `${names[i]} (${id})`));
    const ships = see.differences.ships.map((one, i) => html("figure", {}, drawSmall(one, one.kinds, squares, `${titles[i]}; it differs on ${many(squares.length, "square")}`), html("figcaption", {}, titles[i])));
    const head = html("div", { class: "head" }, html("h3", {}, "Side by side"), flown && !flown.done && button("Stop", () => { flown.done = true; send({ kind: "stop" }); }), button("✕", () => { picked.length = 0; redrawVersions(); if (flown && !flown.done) send({ kind: "stop" }); }, { "aria-label": "close the comparison" }));
    const anew = late && html("p", { class: "repaired" }, "The drawing has changed since. This compares it as it was then, and goes on. ", button("Compare it as it is now", ask));
    drawAnew(beside, head, ...(anew ? [anew] : []), html("div", { class: "ships" }, ...ships), html("div", { class: "numbers" }, table(flown, titles), flown?.verdict && html("p", { class: `verdict ${flown.rows.find((row) => row.name === "credits").change?.says ?? ""}` }, flown.verdict)),
      section("What differs, square by square", changes.length ? list(changes) : html("p", {}, "nothing: the same ship")));
  }

  function table(flown, titles) {
    if (flown?.faults) return list(flown.faults, "worse");
    if (!flown) return html("p", { class: "waits" }, "flying both through the same flights …");
    const cell = ({ text, interval }) => html("td", {}, text, html("small", {}, interval));
    return [html("table", {}, html("thead", {}, html("tr", {}, ...["", ...titles, "difference"].map((label) => html("th", { scope: "col" }, label)))),
      html("tbody", {}, ...flown.rows.map((row) => html("tr", { title: row.meaning }, html("th", { scope: "row" }, row.label), ...row.cells.map(cell), row.change ? html("td", { class: row.change.says }, row.change.text, html("small", {}, row.change.interval)) : html("td", {}))))),
    html("p", { class: "soft" }, `${flown.flights.toLocaleString("en")} of ${flown.of.toLocaleString("en")} flights, the same cards and dice for both, ${flown.route}, ${flown.setting}, captain ${flown.captain}`)].map((one) => one);
  }

  function redrawVersions() {
    if (!see.state || !see.known) return;
    drawVersions();
    fillPictures();
    drawPair();
  }

  // The steps of the drawing as a tree: those of another branch stand further right.
  function showSteps() {
    d.ask("history", ({ at, steps }) => {
      const lanes = new Map(), ends = new Set();
      let most = 0;
      for (const { id, before } of steps) {
        const first = before !== null && lanes.has(before) && !ends.has(before);
        lanes.set(id, before === null ? 0 : first ? lanes.get(before) : ++most);
        if (before !== null) ends.add(before);
      }
      const line = ({ id, time, says }) => html("li", { class: `lane-${Math.min(6, lanes.get(id))}` }, button(says, () => { dialog.close(); d.changes({ kind: "go", id }); }, { "aria-current": id === at && "step", "data-step": id }), html("small", {}, new Date(time).toLocaleTimeString("en", { timeStyle: "short" })));
      const dialog = d.show("All steps of this drawing", html("p", {}, "Newest first. Steps that you undid stay as a branch: choose any step to go there."), html("ol", { class: "steps", reversed: true }, ...[...steps].reverse().map(line)));
      dialog.querySelector("[aria-current]").focus();
    });
  }

  Object.assign(d, { strip, beside, redrawVersions, drawPair, showSteps, isPicked: (ids) => picked.length > 0 && key(ids) === key([picked[0], picked[1] ?? DRAWN]) });
}
