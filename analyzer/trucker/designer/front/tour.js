// The first visit: five steps above the ship, which may be skipped.

import { addTourOf } from "./touring.js";

const STEPS_OF_TOUR = [
  [".box", "The box holds every component of the game. Drag one onto the ship, or click it and then a square. With keys: Tab to the box, arrows, Enter; then arrows and space on the ship."],
  [".board", "The ship. Drag components to move or swap them, turn them with the wheel, R or the right button, and take them off by dragging them back. A green frame: it may lie there."],
  [".panel", "How it flies: figures come at once and get closer while you look. Small numbers are 95% intervals. Flaws stand above them, each with its cure."],
  [".board", "Bars at the edge are lines where meteors do damage, wider where more come. Percentages on components say how often each is lost."],
  [".keeper", "Compare from here keeps this version: every change then shows what it brings, and versions lie in a strip, any two side by side. Nothing you draw is lost."],
];

export const addTour = (d) => addTourOf(d, STEPS_OF_TOUR);
