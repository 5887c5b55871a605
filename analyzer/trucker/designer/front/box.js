// The box: the components that are left.

import { svg, html, button, section } from "./elements.js";
import { drawTile } from "./tile.js";

export function addBox(d) {
  const { chips, palette, picture, see } = d;

  const offers = new Map(); // by component its button
  let boxed = "";

  function drawBox() {
    const all = [see.state.board.title, ...see.state.box.map(([part]) => part)].join();
    if (boxed !== all) fillBox();
    boxed = all;
    const sums = new Map();
    for (const [part, left, whole, label] of see.state.box) {
      const { tile, count, heads } = offers.get(part), told = `${label}; ${left} of ${whole} left`;
      tile.classList.toggle("none", left <= 0);
      tile.classList.toggle("in-hand", Boolean(d.held && !d.held.taken && d.held.part === part));
      if (tile.title !== told) { tile.title = told; tile.setAttribute("aria-label", told); count.textContent = left === 1 && whole === 1 ? "" : left; }
      sums.set(heads, (sums.get(heads) ?? 0) + Math.max(0, left));
    }
    for (const [{ chip, head, kind }, sum] of sums) { chip.textContent = `${kind} ${sum}`; head.textContent = `${sum} left`; }
  }

  function fillBox() {
    const groups = new Map();
    for (const [part, , , label] of see.state.box) {
      const kind = see.state.kinds[part.slice(0, 2)].name;
      groups.set(kind, [...(groups.get(kind) ?? []), { part, label }]);
    }
    offers.clear();
    const sections = [...groups].map(([kind, parts], i) => {
      const heads = { kind, chip: button(kind, () => jump(i), { tabindex: -1 }), head: html("small", {}) };
      return [heads.chip, html("section", {}, html("h3", {}, `${kind} `, heads.head), html("div", { class: "parts" }, ...parts.map(({ part, label }) => offered(part, label, heads))))];
    });
    chips.replaceChildren(...sections.map(([chip]) => chip));
    palette.replaceChildren(...sections.map(([, section]) => section));
    palette.querySelector("[data-part]").tabIndex = 0;
  }

  function jump(i) {
    const section = palette.children[i];
    palette.scrollTo({ top: section.offsetTop - palette.offsetTop, left: section.offsetLeft - palette.offsetLeft, behavior: "smooth" });
    section.querySelector("[data-part]")?.focus({ preventScroll: true });
  }

  function offered(part, label, heads) {
    const count = html("span", { class: "left" });
    const tile = html("button", { type: "button", class: "part", "data-part": part, tabindex: -1 }, svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, drawTile(part, see.state.kinds)), count);
    offers.set(part, { tile, count, heads });
    tile.addEventListener("pointerdown", (event) => { if (d.held) { d.held = null; } d.press(event, part, label, null, null); });
    tile.addEventListener("keydown", (event) => {
      if (event.key === " " || event.key === "Enter") {
        d.cursor ??= d.board().start ?? d.board().squares[0];
        d.take(part, label, null, d.cursor);
        picture.focus({ preventScroll: true });
        event.preventDefault();
        event.stopPropagation();
      } else if (d.STEPS[event.key]) {
        const all = [...palette.querySelectorAll("[data-part]")], next = all[all.indexOf(tile) + (d.STEPS[event.key][0] + d.STEPS[event.key][1])];
        next?.focus();
        event.preventDefault();
      }
    });
    return tile;
  }

  Object.assign(d, { drawBox });
}
