// Questions that are flown for the drawing: what else on a square, where with this, and which ship would be better. All may be stopped.

import { svg, html, button, list, many, drawAnew, same, section } from "./elements.js";
import { drawTile } from "./tile.js";

const FREEDOMS = [["rearrange", "the same components elsewhere"], ["change", "at most two components exchanged"], ["free", "any components of one box"]];

const MOST_ROWS = 12; // of squares, the best first
const signed = (number) => `${number >= 0 ? "+" : "−"}${Math.abs(number).toFixed(2)}`;

export function addAdvice(d) {
  const { see, send } = d;
  see.advice = null;
  const advice = html("div", { class: "advice" });

  // Asks a question that is flown, and shows that it is, until the first answer comes.
  function fly(question, shown) {
    see.advice = { ...question, ...shown, done: false, question };
    send(question);
  }

  // The drawing is another one by now: what was not answered yet is asked again, of this one; an answer is for the other.
  function adviceMovesOn() {
    if (see.advice?.question) send(see.advice.question);
    else see.where = see.advice = null;
    drawAdvice();
  }

  function askElse() {
    if (d.held) { d.askWhere(); return; }
    if (!d.cursor) { d.say("choose a square to ask what else could lie there"); return; }
    fly({ kind: "swap", at: d.cursor }, { rows: [], says: "", flights: 0, of: 1 });
    d.say("flying every component that fits …");
    drawAdvice();
  }

  function askImprove() {
    const seconds = html("input", { type: "number", min: 1, max: 600, value: 20, "aria-label": "seconds" });
    const freedom = html("select", { "aria-label": "what may be changed" }, ...FREEDOMS.map(([value, label]) => html("option", { value }, label)));
    const go = () => {
      const wanted = Math.min(600, Math.max(1, Math.round(Number(seconds.value)) || 20));
      fly({ kind: "improve", seconds: wanted, freedom: freedom.value }, { share: 0, says: "searching …", changes: [], text: "" });
      dialog.close();
      drawAdvice();
    };
    const dialog = d.show("Look for a better ship", html("label", {}, "seconds of search", seconds), html("label", {}, "allowed", freedom),
      html("p", {}, "Your ship stays as it is until you take the one that was found. Both then fly again, on flights that the search did not use."), button("Search", go, { class: "main" }));
  }

  const stop = () => { if (see.advice) see.advice.done = true; send({ kind: "stop" }); drawAdvice(); };
  const close = () => { if (see.advice && !see.advice.done) send({ kind: "stop" }); see.advice = null; see.where = null; drawAdvice(); d.drawBoard(); };

  function drawAdvice() {
    const now = see.advice;
    advice.hidden = !now;
    if (!now) { advice.replaceChildren(); return; }
    const title = { swap: () => `What else at row ${now.at[0]} column ${now.at[1]}?`, where: () => "Where with this?", improve: () => "A better ship" }[now.kind]();
    const progress = now.kind === "improve" ? now.share : now.flights / now.of;
    const buttons = html("span", { class: "group" }, !now.done && button("Stop", stop), button("✕", close, { "aria-label": `close: ${title}` }));
    drawAnew(advice, html("section", { "aria-label": title }, html("div", { class: "head" }, html("h3", {}, title), buttons), !now.done && html("progress", { max: 1, value: progress, "aria-label": "how far it is" }), ...{ swap: swaps, where, improve }[now.kind](now)));
  }

  function swaps(now) {
    const tile = (part) => svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, drawTile(part, see.state.kinds));
    const row = ({ part, label, gain, interval, says, left }) => html("tr", {}, html("th", { scope: "row", title: `${label}; ${left} left in the box` }, tile(part), html("code", { "aria-hidden": "true" }, part), html("span", { class: "hidden-label" }, label)), html("td", { class: says }, gain, html("small", {}, interval)),
      html("td", {}, button("Lay it", () => d.changes({ kind: "lay", part, at: now.at, taken: null }), { "aria-label": `lay ${label}` })));
    return [html("p", {}, now.says || "flying every component that fits …"), now.rows.length ? html("table", { "aria-label": "components, the best first" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, now.lies ? `instead of ${now.lies}` : "component"), html("th", { scope: "col" }, "credits a flight"), html("th", {}))), html("tbody", {}, ...now.rows.map(row))) : null,
      now.rows.length ? html("p", { class: "soft" }, `${now.flights.toLocaleString("en")} of ${now.of.toLocaleString("en")} flights each; intervals hold for all at once${now.more ? `; ${now.more} more gain less` : ""}`) : null].filter(Boolean);
  }

  function where(now) {
    const row = ({ square, part, gain, low, high, says }) => html("tr", {}, html("th", { scope: "row" }, `${square[0]}, ${square[1]} `, html("code", {}, part)), html("td", { class: says }, signed(gain), html("small", {}, `${signed(low)} to ${signed(high)}`)));
    const rows = [...(now.spots ?? [])].sort((one, other) => other.gain - one.gain).slice(0, MOST_ROWS).map(row);
    return [html("p", {}, now.says), rows.length ? html("table", { "aria-label": "squares, the best first" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "row, column"), html("th", { scope: "col" }, "credits a flight"))), html("tbody", {}, ...rows)) : null, rows.length ? html("p", { class: "soft" }, `${now.flights.toLocaleString("en")} flights each; intervals hold for all at once`) : null].filter(Boolean);
  }

  function improve(now) {
    const take = now.text && button(now.done && !now.confirmed ? "Take the best so far" : "Take it", () => d.changes({ kind: "edit_text", text: now.text }), { class: "main" });
    return [html("p", { class: `verdict ${now.confirmed ? now.says_of : ""}` }, now.says), now.changes.length ? list(now.changes) : null, take, now.text && !now.confirmed ? html("p", { class: "soft" }, now.done ? "stopped before it was confirmed on flights of its own" : "not yet confirmed") : null].filter(Boolean);
  }

  function hearAdvice(message) {
    if (message.change !== see.state?.change || !see.advice || see.advice.kind !== message.kind || see.advice.done) return;
    if (message.kind === "swap" && !same(message.at, see.advice.at)) return;
    see.advice = message;
    drawAdvice();
    if (message.done) d.say(message.says || many(message.rows?.length ?? 0, "component"));
  }

  Object.assign(d, { advice, fly, adviceMovesOn, askElse, askImprove, drawAdvice, hearAdvice });
}
