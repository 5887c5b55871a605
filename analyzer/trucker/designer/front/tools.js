// The tools above the ship, and drawings that were left behind.

import { html, button, many } from "./elements.js";
import { LEGEND } from "./legend.js";

const MOST_OFFERS = 3; // drafts that are offered at once

export function addTools(d) {
  const { asker, drafts, fileName, hint, elser, keeper, stepper, legend, name, redo, remover, see, turner, undo } = d;

  function drawTools() {
    const { undo: back, redo: forth, kept } = see.state, on = Boolean(d.held || d.tileAt(d.cursor));
    hint.hidden = see.state.tiles.length > 1;
    undo.disabled = !back;
    redo.disabled = !forth;
    turner.disabled = remover.disabled = asker.disabled = !on;
    elser.disabled = !(d.cursor || d.held);
    stepper.disabled = see.state.branches < 2;
    keeper.textContent = kept ? "⚑ stop comparing" : "⚑ compare from here";
    keeper.setAttribute("aria-pressed", Boolean(kept));
    if (document.activeElement !== name) name.value = see.state.name;
    const { path, saved } = see.state;
    fileName.textContent = `board ${d.board().title}${path ? `, ${path}${saved ? "" : " (changed)"}` : ""}`;
    if (see.state.draft_fault) fileName.append(html("div", { class: "worse" }, see.state.draft_fault));
    legend.replaceChildren(...LEGEND.map(([style, label]) => html("span", {}, html("i", { class: style }), label)));
  }

  // Drawings that another designer left behind with unsaved changes, however it ended.
  function drawDrafts() {
    drafts.hidden = !see.state.drafts.length && !see.state.strips.length;
    const offers = see.state.drafts.map((draft) => {
      const when = new Date(draft.time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
      const label = `${draft.name}, board ${draft.board}, ${draft.path ?? "without a file"}, ${when}`;
      return html("div", { class: "draft" }, html("span", {}, "Unsaved changes: ", label),
        button("Open", () => d.changes({ kind: "recover", id: draft.id }), { "aria-label": `open the unsaved ${label}` }),
        button("Discard…", () => askDiscard(draft.id, label), { "aria-label": `discard the unsaved ${label}` }));
    });
    offers.unshift(...see.state.strips.map(strip));
    const rest = offers.splice(MOST_OFFERS);
    drafts.replaceChildren(...offers, ...(rest.length ? [html("details", {}, html("summary", {}, `${many(rest.length, "more drawing")} with unsaved changes`), ...rest)] : []));
  }

  function strip({ id, names, count, time }) {
    const label = `${many(count, "version")} of ${names.slice(0, 3).join(", ")}${names.length > 3 ? " and others" : ""}, ${new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}`;
    const bring = () => { d.unanswered = true; d.send({ kind: "recover_versions", id }); };
    return html("div", { class: "draft" }, html("span", {}, "Kept before: ", label), button("Bring back", bring, { "aria-label": `bring back ${label}` }),
      button("Discard…", () => askDiscard(id, label, "discard_versions", "Discard these versions?"), { "aria-label": `discard ${label}` }));
  }

  function askDiscard(id, label, kind = "discard", title = "Discard these unsaved changes?") {
    const dialog = d.show(title, html("p", {}, label), button("Discard them", () => { d.changes({ kind, id }); dialog.close(); }, { class: "main" }));
  }

  function redraw() {
    if (!see.state) return;
    drawDrafts();
    d.drawBoard();
    d.drawBox();
    d.drawSettings();
    drawTools();
    d.drawPanel();
    d.drawAdvice();
    d.redrawVersions();
  }

  Object.assign(d, { drawTools, redraw });
}
