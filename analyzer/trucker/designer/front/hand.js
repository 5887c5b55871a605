// The hand: what is taken, turned, judged and laid.

import { key, paintedAfter, same } from "./elements.js";

const REST_OF_HAND = 300; // milliseconds over a square until the gain there is flown

export function addHand(d) {
  const { requested, say, see, send, tried } = d;

  function take(part, label, taken, at = null) {
    d.held = { part, label, taken, at, against: null };
    see.where = null;
    d.hovered = performance.now();
    say(`in hand: ${label}`);
    tryAt(at);
    d.drawBoard();
    d.drawBox();
    d.drawTools();
  }

  // Python judges a component on all squares at once (of a build on the one below it): from the press on, so that moves need not wait.
  const question = (part, taken) => `${part} ${taken ? key(taken) : "of the box"}`;
  function askAbout(part, taken, at = null) {
    if (!at && requested.has(question(part, taken))) return;
    requested.add(question(part, taken));
    send({ kind: "try", part, at, taken });
  }

  function tryAt(square) {
    d.held.at = square;
    d.held.against = d.held.gain = null;
    const known = square && tried.get(`${question(d.held.part, d.held.taken)} ${key(square)}`);
    if (known) judged(known);
    else askAbout(d.held.part, d.held.taken, square);
  }

  function forgetTried() {
    tried.clear();
    requested.clear();
    gains.clear();
  }

  function judged(against) {
    d.held.against = against;
    paintedAfter("hover", d.hovered);
    say(`${against.length ? `not here: ${against.join("; ")}` : `may lie here: row ${d.held.at[0]} column ${d.held.at[1]}`}`);
    askGainSoon();
  }

  function lay() {
    const { part, at, taken } = d.held, tile = d.tileAt(taken);
    d.held = null;
    d.cursor = at;
    if (!at || (same(at, taken) && tile && tile[2] === part)) { say("put back"); d.redraw(); return; }
    changes({ kind: "lay", part, at, taken });
  }

  // The gain of laying the component on this square: flown once the hand rests there, and only if nothing else is being flown.
  const gains = new Map();
  let resting = 0;
  function askGainSoon() {
    clearTimeout(resting);
    const { held } = d;
    if (!held?.at || held.against?.length !== 0 || held.gain || see.state.thinks) return;
    const tile = d.tileAt(held.taken);
    if (same(held.at, held.taken) && tile?.[2] === held.part) return;
    const known = gains.get(`${question(held.part, held.taken)} ${key(held.at)}`);
    if (known) { showGain(known); return; }
    const { part, at, taken } = held;
    resting = setTimeout(() => {
      const busy = [see.advice, see.pair].some((one) => one && !one.done) || see.where || see.risk?.change !== see.state.change;
      if (busy || d.held !== held || held.part !== part || !same(held.at, at)) return;
      held.gain = { says: "unsure", text: "…" };
      d.drawGhost();
      send({ kind: "gain", part, at, taken });
    }, REST_OF_HAND);
  }

  function showGain(told) {
    const { part, at, taken, gain, flights } = told;
    if (told.done) gains.set(`${question(part, taken)} ${key(at)}`, told);
    if (!d.held || d.held.part !== part || !same(d.held.at, at) || key(d.held.taken ?? []) !== key(taken ?? [])) return;
    d.held.gain = gain.faults ? { says: "worse", text: "cannot fly" } : { ...gain, text: `${gain.text}${gain.margin ? ` ± ${gain.margin}` : ""} cr` };
    d.drawGhost();
    if (told.done) say(gain.faults ? `cannot fly: ${gain.faults.join("; ")}` : `row ${at[0]} column ${at[1]}: ${gain.text} credits a flight (${gain.interval}), ${flights.toLocaleString("en")} flights`);
  }

  function putBack() {
    d.held = null;
    say("put back");
    d.redraw();
  }

  function changes(message) {
    if (see.offline) { say("nothing was changed: the connection is lost"); return; }
    d.since = performance.now();
    see.where = see.cures = see.advice = null;
    d.unanswered = true;
    send(message);
  }

  function turn(by) {
    if (d.held) { send({ kind: "in_hand", part: d.held.part, by }); return; }
    if (d.tileAt(d.cursor)) changes({ kind: "turn", at: d.cursor, by });
    else say("take a component, or choose a square with one, to turn it");
  }

  function takeOff() {
    if (d.held) {
      const { taken } = d.held;
      d.held = null;
      if (taken) changes({ kind: "take_off", at: taken });
      else putBack();
    } else if (d.tileAt(d.cursor)) changes({ kind: "take_off", at: d.cursor });
    else say("choose a square with a component to take it off");
  }

  function askWhere() {
    const tile = d.tileAt(d.cursor);
    if (!d.held && !tile) { say("take a component, or choose one on the ship, to ask where it is worth most"); return; }
    const [part, taken] = d.held ? [d.held.part, d.held.taken] : [tile[2], tile.slice(0, 2)];
    see.where = { part, waiting: true, spots: [] };
    d.fly({ kind: "where", part, taken }, { says: "flying it on every legal square …", flights: 0, of: 1 });
    d.drawAdvice();
    say("flying it on every legal square …");
    d.drawBoard();
  }

  Object.assign(d, { take, question, askAbout, tryAt, forgetTried, judged, askGainSoon, showGain, lay, putBack, changes, turn, takeOff, askWhere });
}
