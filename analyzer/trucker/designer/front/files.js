// Files, links and pictures.

import { html } from "./elements.js";
import { download, inPixels, pictureAlone } from "./pictures.js";
import { stemOf } from "./texts.js";

export function addFiles(d) {
  const { model, picture, root, say, see, sheet } = d;

  const stem = (name) => stemOf(name, "ship"), fileStem = () => stem(see.state.name);

  function offer(blob, called) {
    download(blob, called);
    say(`${called} is downloaded`);
  }

  async function copyLink(packed) {
    const address = model.get("page") ? `${location.origin}${location.pathname}#${packed}` : `analyzer design '#${packed}'`;
    await copy(address, "the link");
  }

  async function copy(text, what) {
    try { await navigator.clipboard.writeText(text); say(`${what} is copied`); } catch { d.show(`Copy ${what} from here`, html("textarea", { readonly: true, rows: 8, "aria-label": what }, text)); }
  }

  const pictureOf = (drawn) => pictureAlone(drawn, root), pixelsOf = (drawn, called) => inPixels(drawn, root, (blob) => offer(blob, called));
  const asPicture = () => pictureOf(picture), asPixels = () => pixelsOf(picture, `${fileStem()}.png`);

  Object.assign(d, { stemOf: stem, fileStem, offer, copy, copyLink, pictureOf, pixelsOf, asPicture, asPixels });
}
