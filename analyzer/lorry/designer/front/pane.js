// The position as text, as a link and as a picture.

import { html, button } from "./elements.js";
import { download, inPixels, pictureAlone } from "./pictures.js";
import { addTextPane, stemOf } from "./texts.js";

// d: { root, picture, state(), ask(kind, then), send(kind, facts), say(text), mark(boxes), isPage }
export function addPane(d) {
  const texts = addTextPane(d, {
    label: "the position as text: a file, or its grid",
    hint: "Paste a file or a grid here, or drop one anywhere.",
    draw: (text) => d.send("edit_text", { text }),
    mark: (list) => d.mark(list.map(({ box }) => box).filter(Boolean)),
    copy,
    mayFollow: () => !d.state().faults.length,
  });

  const stem = () => stemOf(d.state().name, "position");
  const offer = (blob, name) => { download(blob, name); d.say(`${name} is downloaded`); };
  async function copy(text, what) {
    try { await navigator.clipboard.writeText(text); d.say(`${what} is copied`); } catch { texts.offer(text); d.say(`copy ${what} from the text pane`); }
  }
  const copyLink = ({ held }) => copy(d.isPage ? `${location.origin}${location.pathname}#${held}` : `analyzer lorry design '${held}'`, "the link");
  const items = {
    "Download": () => d.ask("text", ({ text }) => offer(new Blob([text], { type: "text/yaml" }), `${stem()}.yaml`)),
    "Copy a link that holds the position": () => d.ask("text", copyLink),
    "Picture (SVG)": () => offer(new Blob([pictureAlone(d.picture, d.root)], { type: "image/svg+xml" }), `${stem()}.svg`),
    "Picture (PNG)": () => inPixels(d.picture, d.root, (blob) => offer(blob, `${stem()}.png`)),
  };
  const menu = html("details", { class: "menu" }, html("summary", {}, "File"),
    html("div", { class: "items" }, ...Object.entries(items).map(([label, does]) => button(label, () => { menu.open = false; does(); }))));
  return { ...texts, menu };
}
