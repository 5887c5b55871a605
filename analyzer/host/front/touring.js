// The first visit of a page: some steps above the drawing, which may be skipped.

import { html, button } from "./elements.js";
import { remember, remembered } from "./theme.js";

// steps: what is marked, as a selector, and what is said of it; name: under which this browser remembers that it was seen.
export function addTourOf(d, steps, name = "tour") {
  const tour = html("section", { class: "tour", "aria-label": "a tour of five steps", hidden: true });
  let at = 0;

  function show() {
    tour.hidden = false;
    const [, says] = steps[at], last = at === steps.length - 1;
    markTour();
    tour.replaceChildren(html("p", { "aria-live": "polite" }, html("b", {}, `${at + 1} of ${steps.length} `), says),
      html("span", { class: "group" }, at > 0 && button("Back", () => { at -= 1; show(); }), button(last ? "Done" : "Next", () => { at += 1; if (last) end(); else show(); }, { class: "main" }), !last && button("Skip the tour", end)));
  }

  // Also for pages that draw such a place anew while the tour is there.
  function markTour() {
    d.root.querySelectorAll(".toured").forEach((one) => one.classList.remove("toured"));
    if (!tour.hidden) d.root.querySelector(steps[at][0])?.classList.add("toured");
  }

  function end() {
    tour.hidden = true;
    markTour();
    remember(name, "seen");
  }

  const beginTour = () => { at = 0; show(); };
  Object.assign(d, { tour, beginTour, markTour, firstTour: () => { if (d.model.get("page") && !remembered(name)) beginTour(); } });
}
