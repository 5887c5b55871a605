// The ship as text: a pane that follows the drawing, and the drawing it.

import { html, button, fitRows } from "./elements.js";

const QUIET = 450; // milliseconds after the last key until the text is drawn

export function addText(d) {
  const { see } = d;
  const area = html("textarea", { "aria-label": "the ship as text: a ship file, or its grid", spellcheck: "false", autocomplete: "off", rows: 16, wrap: "off", maxlength: 20000 });
  const faults = html("ul", { class: "text-faults", "aria-live": "polite" });
  const pane = html("details", { class: "text-pane" }, html("summary", {}, "Text"), area, faults,
    html("span", { class: "group" }, button("Copy the file", () => d.copy(area.value, "the text")), button("Copy the grid", () => d.ask("text", ({ grid }) => d.copy(grid, "the grid"))), html("small", {}, "Paste a ship file or a grid here, or drop one anywhere.")));
  let waiting = 0, own = false; // own: what was typed here is not drawn yet
  see.textFaults = [];

  function followDrawing() {
    if (!pane.open || own || (d.root.getRootNode().activeElement === area && see.textFaults.length)) return;
    d.ask("text", ({ text }) => {
      if (own || area.value === text) return;
      const { selectionStart: from, selectionEnd: to, scrollTop: top } = area;
      area.value = text;
      fitRows(area);
      area.setSelectionRange(from, to);
      area.scrollTop = top;
    });
  }

  function drawText(text) {
    own = false;
    clearTimeout(waiting);
    d.changes({ kind: "edit_text", text });
  }

  area.addEventListener("input", () => {
    fitRows(area);
    own = true;
    clearTimeout(waiting);
    waiting = setTimeout(() => drawText(area.value), QUIET);
  });
  pane.addEventListener("toggle", followDrawing);

  // Text from the clipboard or a drop, wherever it lands: of one with faults the pane shows them.
  function takeText(text) {
    area.value = text;
    fitRows(area);
    if (!pane.open) { own = true; pane.open = true; }
    drawText(text);
  }

  function showFaults(list) {
    d.unanswered = false;
    see.textFaults = list;
    area.setAttribute("aria-invalid", String(list.length > 0));
    faults.replaceChildren(...list.map(({ line, text, square }) => html("li", {}, line === null ? text : button(`line ${line}${square ? `, row ${square[0]} column ${square[1]}` : ""}`, () => select(line)), line !== null && ` ${text}`)));
    if (list.length) d.say(`the text has ${list.length} fault${list.length === 1 ? "" : "s"}: ${list[0].text}`);
    d.drawBoard();
  }

  function select(line) {
    const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0), end = area.value.indexOf("\n", before);
    area.focus();
    area.setSelectionRange(before, end < 0 ? area.value.length : end);
  }

  d.root.addEventListener("paste", (event) => {
    if (see.offline || ["INPUT", "TEXTAREA"].includes(event.target.tagName)) return;
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.includes("\n")) { event.preventDefault(); takeText(pasted); }
  });

  Object.assign(d, { pane, followDrawing, takeText, showFaults });
}
