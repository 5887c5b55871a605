// What Python says, and what follows from it on the page.

import { key, many, paintedAfter, same } from "./elements.js";

export function addReceiver(d) {
  const { banner, drafts, root, say, see, sheet, top, tried } = d;

  const receivers = {
    welcome: (told) => { // of another server, maybe: nothing that was known before need be true
      see.known = told;
      see.risk = see.flightFaults = see.where = see.cures = see.advice = see.pair = see.differences = null;
      see.versions = { versions: [], against: null };
      d.forgetTried();
      d.questions.forget();
      d.firstTour();
    },
    state: (told) => {
      d.unanswered = false;
      d.opening = "";
      const before = see.state;
      see.state = told;
      see.flightFaults = null;
      if (d.cursor && !d.squares().some((square) => same(square, d.cursor))) d.cursor = null;
      if (d.held?.taken && !d.tileAt(d.held.taken)) d.held = null;
      d.forgetTried();
      if (before?.change !== told.change) {
        see.cures = null;
        see.textFaults = [];
        d.adviceMovesOn();
      }
      if (d.held) d.tryAt(d.held.at);
      d.redraw();
      d.askCuresSoon();
      d.followDrawing();
      d.questions.moveOn();
      if (before && before.change !== told.change) { d.forgetFaults(); paintedAfter("facts", d.since); said(before); }
    },
    risk: (told) => { see.risk = told; see.flightFaults = null; announceRisk(); d.drawPanel(); d.drawBoard(); d.askGainSoon(); paintedAfter(`risk ${told.flights}`, d.since); },
    cannot_fly: (told) => { see.flightFaults = told.faults; see.risk = null; d.results.announce(`It cannot fly: ${told.faults.join("; ")}`); d.drawPanel(); d.drawBoard(); },
    tried: ({ change, part, taken, squares }) => {
      if (change !== see.state?.change) return;
      for (const [row, column, against] of squares) tried.set(`${d.question(part, taken)} ${key([row, column])}`, against);
      const known = d.held?.at && !d.held.against && tried.get(`${d.question(d.held.part, d.held.taken)} ${key(d.held.at)}`);
      if (known) { d.judged(known); d.drawGhost(); }
    },
    in_hand: (told) => {
      if (!d.held) return;
      d.held.part = told.part;
      d.held.label = told.label;
      say(`turned: ${told.label}`);
      d.tryAt(d.held.at);
      d.drawGhost();
    },
    where: (told) => { if (told.change !== see.state?.change || see.advice?.kind !== "where" || see.advice.done) return; see.where = told; see.advice = { ...told, of: told.flights * (told.done ? 1 : 2) }; d.drawBoard(); d.drawAdvice(); say(told.says); },
    gain: (told) => { if (told.change === see.state?.change) d.showGain(told); },
    swap: (told) => d.hearAdvice(told),
    improve: (told) => d.hearAdvice(told),
    versions: (told) => { see.versions = told; d.redrawVersions(); },
    differences: (told) => { if (d.isPicked(told.ids)) { see.differences = told; d.drawPair(); } },
    pair: (told) => { if (d.isPicked(told.ids)) { see.pair = told; d.drawPair(); } },
    text_faults: (told) => d.showFaults(told.faults),
    saved: (told) => { d.forgetFaults(); say(`saved: ${told.path}`); },
    "replace?": (question) => { d.unanswered = false; d.askReplace(question); },
    refused: (told) => {
      d.unanswered = false;
      if (see.advice && !see.advice.done) see.advice = null;
      if (d.held) d.held.gain = null;
      d.warn(told.faults);
      say(told.faults.join("; "));
      d.redraw();
      if (d.opening) d.takeText(d.opening); // a file with faults: the pane shows each at its place
      d.opening = "";
    },
    offline: () => goOffline("The connection is lost; trying again … Until it is back, nothing can be changed."),
    locked: () => goOffline("This page belongs to a designer that was stopped, and nothing can be changed: open the address that `analyzer design` printed last, in this tab or a new one."),
    online: () => { see.offline = ""; drawOffline(); },
  };

  // Once all flights are flown, as each look would be too much to listen to.
  function announceRisk() {
    const { flights, of, rows, verdict } = see.risk, row = (name) => rows.find((one) => one.name === name);
    if (flights === of) d.results.announce(`${row("arrived").text} arrive, ${row("credits").text} credits a flight (${row("credits").interval}). ${verdict ?? ""}`);
  }

  function said(before) {
    const flaws = see.state.facts.flaws.length, was = before.facts.flaws.length;
    const at = d.cursor ? `${d.words(d.cursor)}. ` : "";
    say(`${at}${flaws ? many(flaws, "flaw") : was ? "no flaws left" : ""}`);
  }

  function goOffline(says) {
    see.offline = d.unanswered ? `${says} Your last change may not have arrived.` : says;
    d.drag = d.held = null;
    root.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    d.redraw();
    drawOffline();
  }

  function drawOffline() {
    drafts.inert = top.inert = sheet.inert = Boolean(see.offline);
    banner.replaceChildren(see.offline);
    banner.hidden = !see.offline;
    banner.className = "banner";
    root.classList.toggle("offline", Boolean(see.offline));
  }

  Object.assign(d, { receivers, drawOffline });
}
