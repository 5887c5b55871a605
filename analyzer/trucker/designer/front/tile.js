// A component as it is drawn.

import { svg } from "./elements.js";
import { glyph } from "./glyphs.js";

const ARROWS = { "^": 0, ">": 1, v: 2, "<": 3 };

const read = (part) => ({ code: part.slice(0, 2), connectors: [...part.slice(2, 6)].map(Number), arrows: [...part.slice(6)].map((arrow) => ARROWS[arrow]) });

export function drawTile(part, kinds) {
  const { code, connectors, arrows } = read(part), kind = kinds[code] ?? {}, facing = kind.engine && !arrows.length ? [2] : arrows;
  const group = svg("g", { class: `tile kind-${code}` }, svg("rect", { class: "body", x: 1.5, y: 1.5, width: 37, height: 37, rx: 5 }));
  const strokes = connectors.flatMap((number, side) => [...Array(number).keys()].map((stroke) => {
    const along = 20 + 5 * (stroke - (number - 1) / 2), [near, far] = side === 0 || side === 3 ? [0.5, 5.5] : [39.5, 34.5];
    return side % 2 ? `M${near} ${along}L${far} ${along}` : `M${along} ${near}L${along} ${far}`;
  }));
  group.append(svg("path", { class: "connectors", d: strokes.join("") }), ...glyph(kind, facing));
  return group;
}

export const drawAlien = (colour) => [svg("path", { class: `alien-${colour}`, d: "M20 9.5c6 0 8 4.5 8 8.5 0 6-4.5 11.5-8 11.5s-8-5.500-8-11.5c0-4 2-8.5 8-8.5z" }), svg("path", { class: "eyes", d: "M16 18.5l2.5 2M24 18.5l-2.5 2" })];
