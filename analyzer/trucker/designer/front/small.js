// A small picture of a ship.

import { svg, same, TILE } from "./elements.js";
import { drawTile } from "./tile.js";

// marked: squares with a frame around them.
export function drawSmall({ board, tiles }, kinds, marked = [], label = "") {
  const { rows, columns } = board, place = ([row, column]) => [TILE * columns.indexOf(column), TILE * rows.indexOf(row)];
  const frame = (square, style) => { const [x, y] = place(square); return svg("rect", { class: style, x: x + 1.5, y: y + 1.5, width: 37, height: 37, rx: 5 }); };
  const laid = tiles.map(([row, column, token]) => { const tile = drawTile(token, kinds); tile.setAttribute("transform", `translate(${place([row, column])})`); return tile; });
  return svg("svg", { class: "small-ship", viewBox: `-2 -2 ${TILE * columns.length + 4} ${TILE * rows.length + 4}`, role: "img", "aria-label": label },
    ...board.squares.filter((square) => !tiles.some((tile) => same(tile, square))).map((square) => frame(square, "free")), ...laid, ...marked.filter(([row, column]) => rows.includes(row) && columns.includes(column)).map((square) => frame(square, "marked")));
}
