// Small drawings of our own: what a component is for, at a glance, by the figures of its kind and not by its name.

import { svg } from "./elements.js";

const MOST_SINGLY = 6; // of people, charges, places: beyond that one with its number
const CELLS = [[[20, 20]], [[20, 11.5], [20, 28.5]], [[20, 11.5], [12, 28.5], [28, 28.5]], [[12, 12], [28, 12], [12, 28], [28, 28]]];
const SMALLER = [1, 0.58, 0.52, 0.48]; // by how many things it is at once

const turn = (side, ...shapes) => svg("g", { transform: `rotate(${90 * side} 20 20)` }, ...shapes);
const row = (number, wide, draw) => [...Array(number).keys()].map((i) => draw(20 + wide * (i - (number - 1) / 2), i));

// As many as there are, in one line or two; of more one with its number.
function several(number, wide, draw) {
  if (number > MOST_SINGLY) return [svg("g", { transform: "translate(-7 0)" }, draw(20, 0)), svg("text", { class: "times", x: 27, y: 25 }, `×${number}`)];
  if (number <= 3) return row(number, wide, draw);
  const front = Math.ceil(number / 2), line = (many, before, down) => svg("g", { transform: `translate(0 ${down})` }, ...row(many, wide, (x, i) => draw(x, before + i)));
  return [svg("g", { transform: "translate(5.6 5.6) scale(.72)" }, line(front, 0, -9), line(number - front, front, 9))];
}

const THINGS = [
  ({ cannon, powered }, [side = 0]) => cannon && [turn(side, svg("circle", { class: "cannon", cx: 20, cy: 24, r: 7 }),
    ...row(cannon, Math.min(8, 24 / cannon), (x) => svg("rect", { class: "cannon", x: x - Math.min(2.2, 9 / cannon), y: 7, width: 2 * Math.min(2.2, 9 / cannon), height: 17, rx: 1.5 }))), bolt(cannon, powered)],
  ({ engine, powered }, [side = 2]) => engine && [turn(side - 2, ...row(engine, Math.min(11, 30 / engine), (x) => svg("g", engine > 2 ? { transform: `translate(${x * (1 - 1.8 / engine)} 0) scale(${1.8 / engine} 1)` } : {},
    svg("path", { class: "engine", d: `M${x - 3} 12h6l2 11h-10z` }), svg("path", { class: "flame", d: `M${x - 3.4} 24.5h6.8l-3.4 9z` })))), bolt(engine, powered)],
  ({ batteries }) => batteries && several(batteries, 6.5, (x) => svg("g", {}, svg("rect", { class: "battery", x: x - 2.3, y: 13, width: 4.6, height: 15, rx: 1.2 }), svg("rect", { class: "battery", x: x - 1, y: 11, width: 2, height: 3 }))),
  ({ containers, special }) => containers + special && several(containers + special, 9, (x, i) => svg("rect", { class: i < special ? "special" : "hold", x: x - 3.6, y: 16.4, width: 7.2, height: 7.2, rx: 1 })),
  ({ life_support: colour }) => colour && [svg("circle", { class: `alien-${colour}`, cx: 20, cy: 20, r: 8 }), svg("path", { class: "plus", d: "M20 15.5v9M15.5 20h9" })],
  ({ crew, starts }) => crew && [starts && svg("circle", { class: "start", cx: 20, cy: 20, r: 13 }),
    ...several(crew, 9, (x) => svg("g", {}, svg("circle", { class: "human", cx: x, cy: 16.5, r: 2.9 }), svg("path", { class: "human", d: `M${x - 4} 26.5v-2a4 4.2 0 0 1 8 0v2z` })))],
];

// Who sees two barrels knows that they need a battery; of other strengths a bolt says it.
const bolt = (strength, powered) => powered && strength !== 2 && svg("path", { class: "bolt", d: "M33 8l-4 6h3l-2 5 5-7h-3l2-4z" });

export function glyph(kind, facing) {
  const things = THINGS.map((draw) => draw(kind, facing)).filter(Boolean).map((shapes) => shapes.filter(Boolean));
  const shielded = kind.shield === 4 ? [0, 1, 2, 3] : kind.shield ? facing : [];
  const arcs = shielded.map((side) => turn(side, svg("path", { class: "shield", d: things.length ? "M8 8Q20 4 32 8" : "M10 12Q20 5 30 12" })));
  if (!things.length && !arcs.length) return [svg("path", { class: "structure", d: "M12 12L28 28M28 12L12 28M12 12h16v16h-16z" })];
  if (!things.length) return [...arcs, svg("circle", { class: "shield core", cx: 20, cy: 20, r: 4 })];
  const most = CELLS.length, cells = CELLS[Math.min(things.length, most) - 1], size = SMALLER[Math.min(things.length, most) - 1];
  if (things.length === 1 && !arcs.length) return things[0];
  // What faces a side stands there, and the rest behind it.
  const faces = kind.cannon ? (facing[0] ?? 0) : kind.engine ? (facing[0] ?? 2) : 0, smaller = Math.min(size, arcs.length ? 0.75 : 1);
  const placed = things.slice(0, most).map((shapes, i) => {
    const [x, y] = rotated(cells[i], faces);
    return svg("g", { transform: `translate(${x - 20 * smaller} ${y - 20 * smaller}) scale(${smaller})` }, ...shapes);
  });
  return [...arcs, ...placed];
}

function rotated([x, y], side) {
  const [u, v] = [x - 20, y - 20];
  return [[20 + u, 20 + v], [20 - v, 20 + u], [20 - u, 20 - v], [20 + v, 20 - u]][side];
}
