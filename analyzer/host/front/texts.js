// What is drawn as text: a pane that follows the drawing, and the drawing it.

import { html, button, fitRows } from "./elements.js";

const QUIET = 450; // milliseconds after the last key until the text is drawn

// d: { root, ask(kind, then), say(text) }; label, hint: what the pane says; draw(text): has it drawn; mark(faults): shows
// them on the drawing; copy(text, what); mayFollow(): whether there is text of the drawing; isOff(): nothing may be changed.
export function addTextPane(d, { label, hint, draw, mark, copy, mayFollow = () => true, isOff = () => false }) {
  const area = html("textarea", { "aria-label": label, spellcheck: "false", autocomplete: "off", rows: 16, wrap: "off", maxlength: 20000 });
  const faults = html("ul", { class: "text-faults", "aria-live": "polite" });
  const pane = html("details", { class: "text-pane" }, html("summary", {}, "Text"), area, faults,
    html("span", { class: "group" }, button("Copy the file", () => copy(area.value, "the text")), button("Copy the grid", () => d.ask("text", ({ grid }) => copy(grid, "the grid"))), html("small", { class: "hint" }, hint)));
  let waiting = 0, own = false; // own: what was typed here is not drawn yet

  function follow() {
    const isWritten = d.root.getRootNode().activeElement === area && area.getAttribute("aria-invalid") === "true";
    if (!pane.open || own || isWritten || !mayFollow()) return;
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
    draw(text);
  }

  // Text from the clipboard or a drop, wherever it lands: of one with faults the pane shows them.
  function take(text) {
    area.value = text;
    fitRows(area);
    if (!pane.open) { own = true; pane.open = true; }
    drawText(text);
  }

  function showFaults(list) {
    const place = ({ line, square }) => `line ${line}${square ? `, row ${square[0]} column ${square[1]}` : ""}`;
    area.setAttribute("aria-invalid", String(list.length > 0));
    faults.replaceChildren(...list.map((fault) => html("li", {}, fault.line === null ? fault.text : button(place(fault), () => select(fault.line)), fault.line !== null && ` ${fault.text}`)));
    if (list.length) d.say(`the text has ${list.length} fault${list.length === 1 ? "" : "s"}: ${list[0].text}`);
    mark(list);
  }

  function select(line) {
    const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0), end = area.value.indexOf("\n", before);
    area.focus();
    area.setSelectionRange(before, end < 0 ? area.value.length : end);
  }

  // For whoever may not use the clipboard: the text, chosen.
  function offer(text) {
    area.value = text;
    pane.open = true;
    area.select();
  }

  area.addEventListener("input", () => {
    fitRows(area);
    own = true;
    clearTimeout(waiting);
    waiting = setTimeout(() => drawText(area.value), QUIET);
  });
  pane.addEventListener("toggle", follow);
  d.root.addEventListener("paste", (event) => {
    if (isOff() || ["INPUT", "TEXTAREA"].includes(event.target.tagName)) return;
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.includes("\n")) { event.preventDefault(); take(pasted); }
  });
  return { pane, follow, take, showFaults, offer };
}

// A name as that of a file.
export const stemOf = (name, otherwise) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || otherwise;
