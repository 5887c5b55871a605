// A component as it is drawn.

import { svg } from "./elements.js";

const ARROWS = { "^": 0, ">": 1, v: 2, "<": 3 };

const read = (part) => {
  const code = part.slice(0, 2), arrows = [...part.slice(6)].map((arrow) => ARROWS[arrow]);
  return { code, connectors: [...part.slice(2, 6)].map(Number), facing: arrows.length || code[0] !== "E" ? arrows : [2] };
};

export function drawTile(part, kinds) {
  const { code, connectors, facing } = read(part), kind = kinds[code] ?? {};
  const group = svg("g", { class: `tile kind-${code}` }, svg("rect", { class: "body", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5 }));
  const strokes = connectors.flatMap((number, side) => [...Array(number).keys()].map((stroke) => {
    const along = 20 + 5 * (stroke - (number - 1) / 2), [near, far] = side === 0 || side === 3 ? [0.5, 5.5] : [39.5, 34.5];
    return side % 2 ? `M${near} ${along}L${far} ${along}` : `M${along} ${near}L${along} ${far}`;
  }));
  group.append(svg("path", { class: "connectors", d: strokes.join("") }), ...glyph(kind, facing));
  return group;
}

// Small drawings of our own: what a component is for, at a glance.
function glyph(kind, facing) {
  const turn = (side, ...shapes) => svg("g", { transform: `rotate(${90 * side} 20 20)` }, ...shapes);
  const row = (number, wide, draw) => [...Array(number).keys()].map((i) => draw(20 + wide * (i - (number - 1) / 2)));
  if (kind.cannon) {
    return [turn(facing[0] ?? 0, svg("circle", { class: "cannon", cx: 20, cy: 24, r: 7 }),
      ...row(kind.cannon, 8, (x) => svg("rect", { class: "cannon", x: x - 2.2, y: 7, width: 4.4, height: 17, rx: 1.5 })))];
  }
  if (kind.engine) {
    return [turn((facing[0] ?? 2) - 2, ...row(kind.engine, 11, (x) => svg("g", {},
      svg("path", { class: "engine", d: `M${x - 3} 12h6l2 11h-10z` }), svg("path", { class: "flame", d: `M${x - 3.4} 24.5h6.8l-3.4 9z` }))))];
  }
  if (kind.shield) {
    return facing.map((side) => turn(side, svg("path", { class: "shield", d: "M10 12Q20 5 30 12" }))).concat(svg("circle", { class: "shield core", cx: 20, cy: 20, r: 4 }));
  }
  if (kind.batteries) return row(kind.batteries, 6.5, (x) => svg("g", {}, svg("rect", { class: "battery", x: x - 2.3, y: 13, width: 4.6, height: 15, rx: 1.2 }), svg("rect", { class: "battery", x: x - 1, y: 11, width: 2, height: 3 })));
  if (kind.containers || kind.special) {
    const shape = kind.special ? "special" : "hold", number = kind.containers + kind.special;
    return row(number, 9, (x) => svg("rect", { class: shape, x: x - 3.6, y: 16.4, width: 7.2, height: 7.2, rx: 1 }));
  }
  if (kind.life_support) return [svg("circle", { class: `alien-${kind.life_support}`, cx: 20, cy: 20, r: 8 }), svg("path", { class: "plus", d: "M20 15.5v9M15.5 20h9" })];
  if (kind.cabin) {
    const ring = kind.starts ? [svg("circle", { class: "start", cx: 20, cy: 20, r: 13 })] : [];
    return [...ring, ...row(2, 9, (x) => svg("g", {}, svg("circle", { class: "human", cx: x, cy: 16.5, r: 2.9 }), svg("path", { class: "human", d: `M${x - 4} 26.5v-2a4 4.2 0 0 1 8 0v2z` })))];
  }
  return [svg("path", { class: "structure", d: "M12 12L28 28M28 12L12 28M12 12h16v16h-16z" })];
}

export const drawAlien = (colour) => [svg("path", { class: `alien-${colour}`, d: "M20 9.5c6 0 8 4.5 8 8.5 0 6-4.5 11.5-8 11.5s-8-5.500-8-11.5c0-4 2-8.5 8-8.5z" }), svg("path", { class: "eyes", d: "M16 18.5l2.5 2M24 18.5l-2.5 2" })];
