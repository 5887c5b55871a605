// The ship as text.

import { addTextPane } from "./texts.js";

export function addText(d) {
  const { see } = d;
  see.textFaults = [];
  const texts = addTextPane(d, {
    label: "the ship as text: a ship file, or its grid",
    hint: "Paste a ship file or a grid here, or drop one anywhere.",
    draw: (text) => d.changes({ kind: "edit_text", text }),
    mark: (list) => { d.unanswered = false; see.textFaults = list; d.drawBoard(); },
    copy: (...what) => d.copy(...what),
    isOff: () => see.offline,
  });
  Object.assign(d, { pane: texts.pane, followDrawing: texts.follow, takeText: texts.take, showFaults: texts.showFaults });
}
