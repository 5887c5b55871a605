// Dialogs, help and the banner of faults.

import { html, button, many, list } from "./elements.js";
import { LEGEND } from "./legend.js";

const KEYS = [
  ["take, move, swap", "drag; or click in the box, then on a square", "arrows, space, arrows, space"], ["turn", "wheel, right button, second finger, ⟳", "R, Shift+R"],
  ["take off", "drag back to the box, ✕", "Delete"], ["put back", "let go beside the board", "Escape"], ["undo, do again", "↶ ↷", "Ctrl+Z, Ctrl+Y"],
  ["where with this? what else here?", "★, ⇋", "W, E"], ["a better ship", "⚙", "I"], ["all steps, as a tree", "steps", "T"], ["keep this version", "⚑, + keep", "K"], ["save", "File", "Ctrl+S"], ["move to the box and through it", "", "Tab, arrows; Enter takes"], ["this help", "?", "?"],
];
const COLOURS = [
  ...LEGEND, ["heat", "red tint with %: the share of flights in which the component is lost"], ["hangs", "blue tint with +: how many other components are lost with it"],
  ["good", "green frame: may lie here; green figures: clearly better"], ["bad", "red frame or cross: a flaw; red figures: clearly worse"],
];

export function addDialogs(d) {
  const { banner, root, see, send } = d;

  function show(title, ...children) {
    const dialog = html("dialog", { "aria-label": title }, html("h3", {}, title), ...children, html("div", { class: "buttons" }, button("Close", () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    root.append(dialog);
    dialog.showModal();
    return dialog;
  }

  function help() {
    if (root.querySelector("dialog[open]")) return;
    const heads = ["", "mouse, fingers", "keys"].map((label) => html("th", { scope: "col" }, label));
    show("Keys and colours", html("table", { class: "keys" }, html("thead", {}, html("tr", {}, ...heads)),
      html("tbody", {}, ...KEYS.map(([what, ...ways]) => html("tr", {}, html("th", { scope: "row" }, what), ...ways.map((way) => html("td", {}, way)))))),
    html("ul", { class: "colours" }, ...COLOURS.map(([style, label]) => html("li", {}, html("i", { class: style }), label))), button("Take the tour", () => { root.querySelector("dialog[open]").close(); d.beginTour(); }));
  }

  function askPath(kind, title, more = {}, proposed = see.state.path ?? `${d.fileStem()}.yaml`) {
    const path = html("input", { type: "text", "aria-label": title, value: proposed, maxlength: 500 });
    const go = () => { if (path.value.trim()) d.changes({ kind, path: path.value.trim(), ...more }); dialog.close(); };
    const dialog = show(title, path, button(kind === "open_file" ? "Open" : "Save", go, { class: "main" }));
    path.addEventListener("keydown", (event) => event.key === "Enter" && go());
    path.select();
  }

  function askBoard() {
    const dialog = show("A new ship on which board?", html("div", { class: "boards" }, ...see.state.boards.map((title) => button(title, () => { d.cursor = null; d.changes({ kind: "new", board: title }); dialog.close(); }))));
  }

  function askReplace({ path, why, id }) {
    const dialog = show(`Replace ${path}?`, html("p", {}, `${why[0].toUpperCase()}${why.slice(1)}.`), button("Replace it", () => { send(id ? { kind: "save_version", id, path, replace: true } : { kind: "save", path, replace: true }); dialog.close(); }, { class: "main" }));
  }

  function warn(faults) {
    banner.replaceChildren(list(faults), button("✕", () => { banner.hidden = true; }, { "aria-label": "close" }));
    banner.hidden = false;
    banner.className = "banner bad";
    clearTimeout(banner.soon);
    banner.soon = setTimeout(() => { banner.hidden = !see.offline; }, 12000);
  }

  function forgetFaults() {
    if (banner.className === "banner bad") d.drawOffline();
  }

  Object.assign(d, { show, help, askPath, askBoard, askReplace, warn, forgetFaults });
}
