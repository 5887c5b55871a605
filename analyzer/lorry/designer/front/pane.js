// The position as text, as a link and as a picture: a pane that follows the drawing, and the drawing it.

import { html, button, fitRows } from "./elements.js";
import { download, inPixels, pictureAlone } from "./pictures.js";

const QUIET = 450; // milliseconds after the last key until the text is drawn

// d: { root, picture, state(), ask(kind, then), send(kind, facts), say(text), mark(boxes), isPage }
export function addPane(d) {
  const area = html("textarea", { "aria-label": "the position as text: a file, or its grid", spellcheck: "false", autocomplete: "off", rows: 14, wrap: "off", maxlength: 20000 });
  const faults = html("ul", { class: "text-faults", "aria-live": "polite" });
  const pane = html("details", { class: "text-pane" }, html("summary", {}, "Text"), area, faults, html("div", { class: "row" },
    button("Copy the file", () => copy(area.value, "the text")), button("Copy the grid", () => d.ask("text", ({ grid }) => copy(grid, "the grid"))),
    html("small", { class: "hint" }, "Paste a file or a grid here, or drop one anywhere.")));
  let waiting = 0, own = false; // own: what was typed here is not drawn yet

  const stem = () => d.state().name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "position";
  const offer = (blob, name) => { download(blob, name); d.say(`${name} is downloaded`); };
  async function copy(text, what) {
    try { await navigator.clipboard.writeText(text); d.say(`${what} is copied`); } catch { area.value = text; pane.open = true; area.select(); d.say(`copy ${what} from the text pane`); }
  }
  const copyLink = ({ held }) => copy(d.isPage ? `${location.origin}${location.pathname}#${held}` : `analyzer lorry design '${held}'`, "the link");
  const items = {
    "Download": () => d.ask("text", ({ text }) => offer(new Blob([text], { type: "text/yaml" }), `${stem()}.yaml`)),
    "Copy a link that holds the position": () => d.ask("text", copyLink),
    "Picture (SVG)": () => offer(new Blob([pictureAlone(d.picture, d.root)], { type: "image/svg+xml" }), `${stem()}.svg`),
    "Picture (PNG)": () => inPixels(d.picture, d.root, (blob) => offer(blob, `${stem()}.png`)),
  };
  const menu = html("details", { class: "menu" }, html("summary", {}, "File"),
    html("div", { class: "items" }, ...Object.entries(items).map(([label, does]) => button(label, () => { menu.open = false; does(); }))));

  function follow() {
    if (!pane.open || own || d.state().faults.length) return;
    d.ask("text", ({ text }) => {
      if (own || area.value === text) return;
      area.value = text;
      fitRows(area);
    });
  }
  function drawText(text) {
    own = false;
    clearTimeout(waiting);
    d.send("edit_text", { text });
  }
  function take(text) {
    area.value = text;
    fitRows(area);
    if (!pane.open) { own = true; pane.open = true; }
    drawText(text);
  }
  function showFaults(list) {
    area.setAttribute("aria-invalid", String(list.length > 0));
    faults.replaceChildren(...list.map(({ line, text }) => html("li", {}, line === null ? text : button(`line ${line}`, () => select(line)), line !== null && ` ${text}`)));
    d.mark(list.map(({ box }) => box).filter(Boolean));
    if (list.length) d.say(`the text has ${list.length} fault${list.length === 1 ? "" : "s"}: ${list[0].text}`);
  }
  function select(line) {
    const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0), end = area.value.indexOf("\n", before);
    area.focus();
    area.setSelectionRange(before, end < 0 ? area.value.length : end);
  }
  area.addEventListener("input", () => {
    fitRows(area);
    own = true;
    clearTimeout(waiting);
    waiting = setTimeout(() => drawText(area.value), QUIET);
  });
  pane.addEventListener("toggle", follow);
  d.root.addEventListener("paste", (event) => {
    if (["INPUT", "TEXTAREA"].includes(event.target.tagName)) return;
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.includes("\n")) { event.preventDefault(); take(pasted); }
  });
  return { pane, menu, follow, take, showFaults };
}
