// Dialogs, help and the banner of faults.

import { html, button, many, list } from "./elements.js";
import { LEGEND } from "./legend.js";
import { addWindows } from "./windows.js";

const KEYS = [
  ["take, move, swap", "drag; or click in the box, then on a square", "arrows, space, arrows, space"], ["turn", "wheel, right button, second finger, ⟳", "R, Shift+R"],
  ["take off", "drag back to the box, ✕", "Delete"], ["put back", "let go beside the board", "Escape"], ["undo, do again", "↶ ↷", "Ctrl+Z, Ctrl+Y"],
  ["what the component in hand brings", "hold it still over a square", "arrows, then wait"], ["where with this? what else here?", "★, ⇋", "W, E"], ["a better ship", "⚙", "I"], ["all steps, as a tree", "steps", "T"], ["keep this version", "⚑, + keep", "K"], ["save", "File", "Ctrl+S"], ["move to the box and through it", "", "Tab, arrows; Enter takes"], ["search the box", "type above it", "/"], ["this help", "?", "?"],
];
const COLOURS = [
  ...LEGEND, ["heat", "red tint with %: the share of flights in which the component is lost"], ["hangs", "blue tint with +: how many other components are lost with it"],
  ["good", "green frame: may lie here; green figures: clearly better"], ["bad", "red frame or cross: a flaw; red figures: clearly worse"],
];

export function addDialogs(d) {
  const { banner, root, see, send } = d;
  addWindows(d);
  const { show } = d;

  function help() {
    if (root.querySelector("dialog[open]")) return;
    const heads = ["", "mouse, fingers", "keys"].map((label) => html("th", { scope: "col" }, label));
    show("Keys and colours", html("table", { class: "keys" }, html("thead", {}, html("tr", {}, ...heads)),
      html("tbody", {}, ...KEYS.map(([what, ...ways]) => html("tr", {}, html("th", { scope: "row" }, what), ...ways.map((way) => html("td", {}, way)))))),
    html("ul", { class: "colours" }, ...COLOURS.map(([style, label]) => html("li", {}, html("i", { class: style }), label))), button("Take the tour", () => { root.querySelector("dialog[open]").close(); d.beginTour(); }));
  }

  const askPath = (kind, title, more = {}, proposed = see.state.path ?? `${d.fileStem()}.yaml`) =>
    d.askFile(title, kind === "open_file" ? "Open" : "Save", proposed, (path) => d.changes({ kind, path, ...more }));

  function askBoard() {
    const dialog = show("A new ship on which board?", html("div", { class: "boards" }, ...see.state.boards.map((title) => button(title, () => { d.cursor = null; d.changes({ kind: "new", board: title }); dialog.close(); }))));
  }

  const askReplace = ({ path, why, id }) => d.askReplacing({ path, why }, () => send(id ? { kind: "save_version", id, path, replace: true } : { kind: "save", path, replace: true }));

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

  Object.assign(d, { help, askPath, askBoard, askReplace, warn, forgetFaults });
}
