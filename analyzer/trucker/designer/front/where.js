// Where things are: squares, the tiles on them, points of the drawing.

import { same, TILE, MARGIN } from "./elements.js";

export function addWhere(d) {
  const { picture, see } = d;

  const board = () => see.state.board;
  const tileAt = (square) => square && see.state.tiles.find((tile) => same(tile, square));
  const place = (square) => [MARGIN + TILE * board().columns.indexOf(square[1]), MARGIN + TILE * board().rows.indexOf(square[0])];
  const squares = () => [...board().squares, ...board().outside];
  const wide = () => 2 * MARGIN + TILE * board().columns.length, high = () => 2 * MARGIN + TILE * board().rows.length;
  const point = (event) => { const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse()); return [at.x, at.y]; };
  const squareAt = ([x, y]) => {
    const row = board().rows[Math.floor((y - MARGIN) / TILE)], column = board().columns[Math.floor((x - MARGIN) / TILE)];
    return squares().find((square) => same(square, [row, column])) ?? null;
  };
  const words = (square) => {
    const tile = tileAt(square);
    return `row ${square[0]} column ${square[1]}: ${tile ? tile[3] : "free"}`;
  };

  Object.assign(d, { board, tileAt, place, squares, wide, high, point, squareAt, words });
}
