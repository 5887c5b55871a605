// Pointers, keys and files that are dropped.

import { same } from "./elements.js";

const FEWEST_PIXELS = 5; // so far a pointer moves before it drags
const BUSY_WHEEL = 120; // milliseconds between two turns of the wheel

export function addPointers(d) {
  const { items, picture, root, say, see } = d;

  function press(event, part, label, taken, at) {
    if (event.button > 0 || (d.drag && d.drag.id !== event.pointerId)) return;
    d.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, fresh: !d.held, part, label, taken, at };
    d.askAbout(part, taken);
  }

  picture.addEventListener("pointerdown", (event) => {
    if (!see.state) return;
    if (d.drag && d.drag.id !== event.pointerId) { d.turn(1); return; } // a second finger turns
    const at = d.squareAt(d.point(event)), tile = d.tileAt(at);
    picture.focus({ preventScroll: true });
    if (d.held) { // it was taken by a click: this one lays it
      d.held.x = d.held.y = null;
      d.held.at = at;
      if (at) d.lay(); else d.putBack();
      return;
    }
    d.cursor = at ?? d.cursor;
    if (tile) { press(event, tile[2], tile[3], at, at); event.preventDefault(); }
    say(at ? d.words(at) : "");
    d.drawBoard();
    d.drawTools();
  });

  const onMove = (event) => {
    if (!see.state) return;
    if (d.drag?.id === event.pointerId && !d.drag.moved && Math.hypot(event.clientX - d.drag.x, event.clientY - d.drag.y) >= FEWEST_PIXELS) {
      d.drag.moved = true;
      if (d.drag.fresh) d.take(d.drag.part, d.drag.label, d.drag.taken);
    }
    if (!d.held || (d.drag && d.drag.id !== event.pointerId)) return;
    [d.held.x, d.held.y] = d.point(event);
    const over = d.squareAt([d.held.x, d.held.y]);
    if (!same(over, d.held.at)) { d.hovered = performance.now(); d.tryAt(over); d.drawGhost(); } else d.moveGhost();
  };
  const onUp = (event) => {
    if (d.drag?.id !== event.pointerId) return;
    const { moved, part, label, taken, at } = d.drag;
    d.drag = null;
    if (moved && d.held) { if (d.held.at) d.lay(); else if (taken && outside(event)) d.takeOff(); else d.putBack(); } else if (!moved && !d.held && part && !at) d.take(part, label, null);
    else if (!moved && at) { d.cursor = at; d.drawBoard(); d.drawTools(); }
  };
  const outside = (event) => root.querySelector(".box").contains(document.elementFromPoint(event.clientX, event.clientY));
  const onCancel = (event) => { if (d.drag?.id === event.pointerId) { d.drag = null; if (d.held) d.putBack(); } };
  const onWheel = (event) => {
    if (!d.held) return;
    event.preventDefault();
    if (event.timeStamp - d.turnedAt < BUSY_WHEEL) return;
    d.turnedAt = event.timeStamp;
    d.turn(event.deltaY > 0 ? 1 : 3);
  };
  picture.addEventListener("dblclick", () => { const tile = d.tileAt(d.cursor); if (tile && !d.held) d.take(tile[2], tile[3], d.cursor, d.cursor); });
  picture.addEventListener("contextmenu", (event) => { event.preventDefault(); d.cursor = d.squareAt(d.point(event)) ?? d.cursor; d.turn(1); });
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", onCancel);
  addEventListener("wheel", onWheel, { passive: false });

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  function step([down, right]) {
    const { rows, columns, start } = d.board();
    const from = d.cursor ?? start ?? d.board().squares[0];
    let row = rows.indexOf(from[0]), column = columns.indexOf(from[1]);
    for (;;) {
      row += down;
      column += right;
      if (rows[row] === undefined || columns[column] === undefined) return from;
      const found = d.squares().find((square) => same(square, [rows[row], columns[column]]));
      if (found) return found;
    }
  }

  // Saving works wherever the focus is, unless the page is that of a notebook.
  if (d.model.get("page")) document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s" || event.defaultPrevented || !see.state || see.offline) return;
    event.preventDefault();
    items.Save();
  });

  root.addEventListener("keydown", (event) => {
    if (!see.state || see.offline || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const control = event.ctrlKey || event.metaKey, letter = event.key.toLowerCase();
    if (control && letter === "z") d.changes({ kind: event.shiftKey ? "redo" : "undo" });
    else if (control && letter === "y") d.changes({ kind: "redo" });
    else if (control && letter === "s") items.Save();
    else if (control || event.altKey) return;
    else if (letter === "r") d.turn(event.shiftKey ? 3 : 1);
    else if (letter === "w") d.askWhere();
    else if (letter === "e") d.askElse();
    else if (letter === "i") d.askImprove();
    else if (letter === "t") d.showSteps();
    else if (letter === "k") d.send({ kind: "keep", on: true, compare: see.versions.against === null });
    else if (event.key === "/") { d.finder.focus(); d.finder.select(); } else if (event.key === "?") d.help();
    else if (event.key === "Escape") { if (d.held) d.putBack(); else { see.where = null; d.drawBoard(); } }
    else if (event.target !== picture) return;
    else if (STEPS[event.key]) {
      d.cursor = step(STEPS[event.key]);
      if (d.held) { d.held.x = d.held.y = null; d.tryAt(d.cursor); } else say(d.words(d.cursor));
      d.drawBoard();
      d.drawTools();
    } else if (event.key === " " || event.key === "Enter") {
      const tile = d.tileAt(d.cursor);
      if (d.held && d.held.at) d.lay();
      else if (!d.held && tile) d.take(tile[2], tile[3], d.cursor, d.cursor);
    } else if (event.key === "Delete" || event.key === "Backspace") d.takeOff();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (event.dataTransfer?.files[0]) dropped(event.dataTransfer.files[0]);
    else if (text.trim() && !see.offline) d.takeText(text);
  });
  async function dropped(file) {
    if (see.offline) return;
    if (file.size > 20000) { d.warn([`${file.name}: is too large for a ship file`]); return; }
    const text = await file.text();
    d.opening = text;
    d.changes({ kind: "open_text", text, name: file.name.slice(0, 200) });
  }
  d.forgetPointers = () => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("pointercancel", onCancel);
    removeEventListener("wheel", onWheel);
  };

  Object.assign(d, { press, dropped, STEPS });
}
