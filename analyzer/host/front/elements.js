// What all parts of the designer are made of: elements, sizes of the drawing, squares that are equal.

export const TILE = 40, MARGIN = 30;
export const SIDES = ["front", "right", "rear", "left"];

export const NS = "http://www.w3.org/2000/svg";
export const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(NS, tag), attributes, children);
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const button = (label, does, more = {}) => html("button", { type: "button", onclick: does, ...more }, label);
export const many = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
export const key = (square) => `${square[0]},${square[1]}`;
export const same = (a, b) => Boolean(a && b) && a[0] === b[0] && a[1] === b[1];
export const section = (title, ...children) => html("section", {}, title && html("h3", {}, title), ...children);
export const list = (lines, style = "") => html("ul", { class: style }, ...lines.map((line) => html("li", {}, line)));

// Draws a part of the page anew: what had the focus there has it again, by its name, with what was typed and not sent yet.
export function drawAnew(part, ...children) {
  const active = part.getRootNode().activeElement;
  const nameOf = (one) => one.getAttribute("aria-label") ?? one.closest("label")?.firstChild.textContent ?? one.textContent;
  const named = (name) => [...part.querySelectorAll(active.tagName)].filter((one) => nameOf(one) === name);
  const name = active && active !== part && part.contains(active) ? nameOf(active) : null, place = name === null ? -1 : named(name).indexOf(active);
  part.replaceChildren(...children);
  const again = name === null ? null : named(name)[place];
  if (!again) return;
  if (again.tagName === "INPUT" && active.value !== active.defaultValue) again.value = active.value;
  again.focus({ preventScroll: true });
}

// Says what came out to who cannot see it, once: a place of which screen readers read each change.
export function announcer() {
  const place = html("div", { class: "announced", role: "status", "aria-live": "polite" });
  const announce = (text) => { if (place.textContent !== text) place.textContent = text; };
  return { place, announce };
}

// As many rows as a text has lines, within bounds.
export const fitRows = (area) => { area.rows = Math.min(40, Math.max(6, area.value.split("\n").length)); };

// Measures how long it took until what follows is painted.
export const paintedAfter = (what, from) => requestAnimationFrame(() => setTimeout(() => performance.measure(what, { start: from, end: performance.now() })));
