// What there is on the page: its tools, the ship, the box, what is beside it.

import { announcer, svg, html, button } from "./elements.js";

export function addSheet(d) {
  const root = html("div", { class: "designer", "data-lm-suppress-shortcuts": "true" });
  const status = html("div", { class: "status", role: "status", "aria-live": "polite" });
  const picture = svg("svg", { class: "board", tabindex: 0, role: "application", "aria-label": "The ship. Arrows move, space takes and lays, R turns, Delete takes off, Escape puts back." });
  const name = html("input", { class: "name", "aria-label": "name of the ship", maxlength: 60, spellcheck: "false", onchange: () => name.value.trim() && d.send({ kind: "rename", name: name.value.trim() }) });
  const undo = button("↶", () => d.changes({ kind: "undo" }), { title: "undo (Ctrl+Z)", "aria-label": "undo" });
  const redo = button("↷", () => d.changes({ kind: "redo" }), { title: "do again (Ctrl+Y)", "aria-label": "redo" });
  const turner = button([html("span", { "aria-hidden": "true" }, "⟳"), html("span", { class: "word" }, " turn")], () => d.turn(1), { title: "turn (R; Shift+R turns back)" });
  const remover = button([html("span", { "aria-hidden": "true" }, "✕"), html("span", { class: "word" }, " take off")], () => d.takeOff(), { title: "take off (Delete)" });
  const asker = button("★ worth most where?", () => d.askWhere(), { title: "paint what the component in hand would bring on every legal square" });
  const keeper = button("⚑ compare from here", () => d.send({ kind: "keep", on: !d.see.state.kept }), { class: "keeper", title: "keep this version, and see what every change brings" });
  const elser = button("⇋ what else here?", () => d.askElse(), { title: "what each component that fits on the chosen square would bring (E)" });
  const improver = button("⚙ improve…", () => d.askImprove(), { title: "look for a better ship (I)" });
  const stepper = button("steps", () => d.showSteps(), { title: "all steps, as a tree (T)", "aria-label": "all steps, as a tree" });
  const paint = html("select", { "aria-label": "what is painted on the ship", onchange: () => { d.see.paint = paint.value; d.drawBoard(); } },
    ...[["losses", "paint losses"], ["weak", "paint what each takes with it"], ["nothing", "paint nothing"]].map(([value, label]) => html("option", { value }, label)));
  const palette = html("div", { class: "palette", role: "toolbar", "aria-label": "the box" });
  const chips = html("div", { class: "chips" });
  const finder = html("input", { type: "search", class: "finder", "aria-label": "search the box", placeholder: "search the box", maxlength: 60, autocomplete: "off", spellcheck: "false",
    title: "words of kinds (double cannon), connectors by side (left universal), or the four of them from the front (? for any)" });
  const leftOnly = html("input", { type: "checkbox" }), found = html("small", { class: "found", role: "status" });
  const settings = html("div", { class: "settings" });
  const panel = html("div", { class: "panel" });
  const paper = html("div", { class: "paper" });
  const figures = button("", () => panel.scrollIntoView({ block: "start" }), { class: "figures", title: "go to the figures" });
  const banner = html("div", { class: "banner", role: "alert", hidden: true });
  const legend = html("div", { class: "legend" });
  const hint = html("p", { class: "hint", hidden: true }, "An empty board: drag a component from the box beside the first cabin, or click it and then a square. By keys: Tab to the box, Enter takes, arrows move, space lays. ? tells more.");
  const drafts = html("section", { class: "drafts", "aria-label": "drawings with unsaved changes", hidden: true });
  const fileInput = html("input", { type: "file", accept: ".yaml,.yml", hidden: true, onchange: async () => { if (fileInput.files[0]) await d.dropped(fileInput.files[0]); fileInput.value = ""; } });
  const fileName = html("div", { class: "file" });
  const menu = html("details", { class: "menu" }, html("summary", {}, "File"), html("div", { class: "items" }));
  const items = {
    "New…": () => d.askBoard(), "Open a file of this computer…": () => fileInput.click(), "Open by name…": () => d.askPath("open_file", "Open which ship file?"),
    "Save": () => (d.see.state.path ? d.send({ kind: "save" }) : d.askPath("save", "Save as which file?")), "Save as…": () => d.askPath("save", "Save as which file?"),
    "Download": () => d.ask("text", (told) => d.offer(new Blob([told.text], { type: "text/yaml" }), `${d.fileStem()}.yaml`)),
    "Copy a link that holds the ship": () => d.ask("text", (told) => d.copyLink(told.held)),
    "Picture (SVG)": () => d.offer(new Blob([d.asPicture()], { type: "image/svg+xml" }), `${d.fileStem()}.svg`), "Picture (PNG)": () => d.asPixels(),
  };
  menu.lastChild.append(fileInput, ...Object.entries(items).map(([label, does]) => button(label, () => { menu.open = false; does(); })));

  const sheet = html("div", { class: "sheet" }), top = html("div", { class: "top" }); // top: tools, and a bar that stays when the page scrolls

  const results = announcer();
  Object.assign(d, { root, results, sheet, top, figures, status, picture, name, undo, redo, turner, remover, asker, elser, improver, stepper, keeper, paint, palette, chips, finder, leftOnly, found, settings, panel, paper, banner, legend, hint, drafts, fileInput, fileName, menu, items });
}

// Once all parts are there: where each stands on the page.
export function arrange(d) {
  const { root, top, figures, status, picture, name, undo, redo, turner, remover, asker, elser, improver, stepper, keeper, paint, palette, chips, finder, leftOnly, found, settings, panel, paper, banner, legend, hint, drafts, fileName, menu } = d;
  const { sheet } = d;
  top.append(
    html("header", {}, html("h1", {}, "Ship designer"), name, html("span", { class: "group" }, stepper), html("span", { class: "group" }, asker, elser, improver), html("span", { class: "group" }, keeper, paint), menu, d.switcher, button("?", () => d.help(), { title: "keys, and what colours mean (?)", "aria-label": "help: keys and colours" })),
    html("div", { class: "keybar" }, html("span", { class: "group" }, undo, redo, turner, remover), figures),
  );
  sheet.append(
    html("div", { class: "versions" }, d.strip, d.beside),
    html("div", { class: "drawing" }, picture, hint, status, legend, fileName, d.pane),
    html("aside", { class: "box" }, html("div", { class: "search" }, finder, html("label", {}, leftOnly, "hide used up"), found), chips, palette),
    html("div", { class: "beside" }, settings, d.advice, panel),
    paper,
  );
  root.append(banner, d.tour, drafts, top, sheet, d.results.place);
}
