// The designer of ships: a front-end module as anywidget has them, `render({ model, el })`.
// It knows no rule of the game. What lies where, what is wrong with it, what it is worth: all that is told by Python, and this only shows it.

import { addAdvice } from "./advice.js";
import { questions } from "./asking.js";
import { addBoard } from "./board.js";
import { addBox } from "./box.js";
import { addDialogs } from "./dialogs.js";
import { addFiles } from "./files.js";
import { addFleets } from "./fleets.js";
import { addHand } from "./hand.js";
import { addReceiver } from "./receiver.js";
import { addPointers } from "./pointers.js";
import { addRisk } from "./risk.js";
import { addSettings } from "./settings.js";
import { addSheet, arrange } from "./sheet.js";
import { addText } from "./text.js";
import { addTheme } from "./theme.js";
import { addTools } from "./tools.js";
import { addTour } from "./tour.js";
import { addVersions } from "./versions.js";
import { addWhere } from "./where.js";

// d: what the parts share. Each adds what others may call.
function render({ model, el }) {
  const d = {
    model,
    see: { state: null, known: null, risk: null, flightFaults: null, where: null, cures: null, offline: "", paint: "losses" },
    held: null, // what is in hand: { part, label, taken, at, against, x, y }
    cursor: null,
    drag: null,
    opening: "", // the text of a file that was dropped, until it is drawn
    turnedAt: 0, // when the wheel turned last
    since: 0, // when the last change was sent
    hovered: 0, // when the pointer came over another square
    unanswered: false, // a change was sent, and nothing is known of it yet
    tried: new Map(), requested: new Set(), // by component and square what is against it there; the components that were asked about
    send: (message) => model.send({ number: 0, ...message }),
    say: (text) => { d.status.textContent = text; },
    ask: (kind, then, more = {}) => d.questions.ask({ kind, ...more }, then),
  };
  d.questions = questions(model, () => d.see.state?.change);
  const parts = [
    addSheet, addTheme, addTour, addWhere, addHand, addBoard, addBox, addSettings, addFleets, addRisk, addAdvice, addVersions, addText,
    addTools, addFiles, addDialogs, addReceiver, addPointers,
  ];
  for (const add of parts) add(d);
  arrange(d);
  d.useTheme();
  el.append(d.root);

  const listen = (message) => {
    if (!d.questions.take(message)) d.receivers[message.kind]?.(message);
  };
  model.on("msg:custom", listen);
  d.send({ kind: "hello" });

  return () => {
    model.off("msg:custom", listen);
    d.forgetPointers();
  };
}

export default { render };
