// The first visit: five steps above the ship, which may be skipped.

import { html, button } from "./elements.js";
import { remember, remembered } from "./theme.js";

const STEPS_OF_TOUR = [
  [".box", "The box holds every component of the game. Drag one onto the ship, or click it and then a square. With keys: Tab to the box, arrows, Enter; then arrows and space on the ship."],
  [".board", "The ship. Drag components to move or swap them, turn them with the wheel, R or the right button, and take them off by dragging them back. A green frame: it may lie there."],
  [".panel", "How it flies: figures come at once and get closer while you look. Small numbers are 95% intervals. Flaws stand above them, each with its cure."],
  [".board", "Bars at the edge are lines where meteors do damage, wider where more come. Percentages on components say how often each is lost."],
  [".keeper", "Compare from here keeps this version: every change then shows what it brings, and versions lie in a strip, any two side by side. Nothing you draw is lost."],
];

export function addTour(d) {
  const tour = html("section", { class: "tour", "aria-label": "a tour of five steps", hidden: true });
  let at = 0;

  function show() {
    const [place, says] = STEPS_OF_TOUR[at], last = at === STEPS_OF_TOUR.length - 1;
    mark(place);
    tour.replaceChildren(html("p", { "aria-live": "polite" }, html("b", {}, `${at + 1} of ${STEPS_OF_TOUR.length} `), says),
      html("span", { class: "group" }, at > 0 && button("Back", () => { at -= 1; show(); }), button(last ? "Done" : "Next", () => { at += 1; if (last) end(); else show(); }, { class: "main" }), !last && button("Skip the tour", end)));
    tour.hidden = false;
  }

  function mark(place) {
    d.root.querySelectorAll(".toured").forEach((one) => one.classList.remove("toured"));
    if (place) d.root.querySelector(place)?.classList.add("toured");
  }

  function end() {
    tour.hidden = true;
    mark("");
    remember("tour", "seen");
  }

  const beginTour = () => { at = 0; show(); };
  Object.assign(d, { tour, beginTour, firstTour: () => { if (d.model.get("page") && !remembered("tour")) beginTour(); } });
}
