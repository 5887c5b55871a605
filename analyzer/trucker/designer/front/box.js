// The box: the components that are left.

import { svg, html, button, many, section, SIDES } from "./elements.js";
import { drawTile } from "./tile.js";

const CONNECTORS = ["smooth", "single", "double", "universal"];
const WITH_SIDE = /\b(?:(front|right|rear|left) (smooth|single|double|universal)|(smooth|single|double|universal) (front|right|rear|left)(?! (?:smooth|single|double|universal)(?! (?:front|right|rear|left))))\b/g; // of "double right universal", the last two

export function addBox(d) {
  const { chips, finder, found, leftOnly, palette, picture, see } = d;

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
    search();
  }

  // A word from the name of a kind selects by kind: "double" finds double cannons, not double connectors. With a side, it selects by connector.
  function wanted(typed) {
    const kinds = [...new Set([...offers.values()].map(({ heads }) => heads.kind))];
    const at = (part, side) => Number(part[2 + SIDES.indexOf(side)]);
    const sides = [...typed.matchAll(WITH_SIDE)].map(([, side, one, other, last]) => ({ part }) => at(part, side ?? last) === CONNECTORS.indexOf(one ?? other));
    const words = typed.replaceAll(WITH_SIDE, " ").split(/[\s,;]+/).filter(Boolean);
    return [...sides, ...words.map((word) => {
      if (/^[0-3?]{4}$/.test(word)) return ({ part }) => [...word].every((one, i) => one === "?" || one === part[2 + i]);
      if (kinds.some((kind) => kind.includes(word))) return ({ kind }) => kind.includes(word);
      const side = SIDES.find((one) => one.startsWith(word)), connector = CONNECTORS.findIndex((one) => one.startsWith(word)); // also while they are typed
      if (side) return ({ part }) => at(part, side) > 0;
      if (connector >= 0) return ({ part }) => part.slice(2, 6).includes(connector);
      return ({ part }) => part.toLowerCase().startsWith(word);
    })];
  }

  function search() {
    const rules = wanted(finder.value.toLowerCase()), isAll = !rules.length && !leftOnly.checked;
    let shown = 0;
    for (const [part, left] of see.state.box) {
      const { tile, heads } = offers.get(part), fits = rules.every((rule) => rule({ part, kind: heads.kind }));
      tile.hidden = !fits || (leftOnly.checked && left <= 0);
      shown += !tile.hidden;
    }
    for (const place of palette.children) place.hidden = !place.querySelector("[data-part]:not([hidden])");
    [...chips.children].forEach((chip, i) => { chip.hidden = palette.children[i].hidden; });
    found.textContent = isAll ? "" : shown ? many(shown, "component") : "no component fits";
    const first = palette.querySelector("[data-part]:not([hidden])");
    if (first && !palette.querySelector('[data-part][tabindex="0"]:not([hidden])')) { palette.querySelectorAll('[tabindex="0"]').forEach((one) => { one.tabIndex = -1; }); first.tabIndex = 0; }
  }

  finder.addEventListener("input", search);
  leftOnly.addEventListener("change", search);
  finder.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") { palette.querySelector("[data-part]:not([hidden])")?.focus(); event.preventDefault(); }
    if (event.key === "Escape") { finder.value = ""; search(); }
  });

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
    section.querySelector("[data-part]:not([hidden])")?.focus({ preventScroll: true });
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
        const all = [...palette.querySelectorAll("[data-part]:not([hidden])")], next = all[all.indexOf(tile) + (d.STEPS[event.key][0] + d.STEPS[event.key][1])];
        next?.focus();
        event.preventDefault();
      }
    });
    return tile;
  }

  Object.assign(d, { drawBox });
}
