// Files, links and pictures.

import { svg, html, fill, NS } from "./elements.js";

export function addFiles(d) {
  const { model, picture, root, say, see, sheet } = d;

  const stemOf = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "ship";
  const fileStem = () => stemOf(see.state.name);

  function offer(blob, called) {
    const link = html("a", { href: URL.createObjectURL(blob), download: called });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`${called} is downloaded`);
  }

  async function copyLink(packed) {
    const address = model.get("page") ? `${location.origin}${location.pathname}#${packed}` : `analyzer design '#${packed}'`;
    await copy(address, "the link");
  }

  async function copy(text, what) {
    try { await navigator.clipboard.writeText(text); say(`${what} is copied`); } catch { d.show(`Copy ${what} from here`, html("textarea", { readonly: true, rows: 8, "aria-label": what }, text)); }
  }

  // A picture with all that its style sheet says, so that it stands alone.
  function pictureOf(drawn) {
    const [left, up, across, down] = drawn.getAttribute("viewBox").split(" ").map(Number), copy = drawn.cloneNode(true), told = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
    copy.querySelectorAll(".cursor, .ghost").forEach((one) => one.remove());
    const shown = [...drawn.querySelectorAll("*")].filter((one) => !one.closest(".cursor, .ghost")), copies = [...copy.querySelectorAll("*")];
    copies.forEach((one, i) => { const style = getComputedStyle(shown[i]); told.forEach((property) => one.setAttribute(property, style.getPropertyValue(property))); });
    copy.prepend(svg("rect", { x: left, y: up, width: across, height: down, fill: getComputedStyle(root).getPropertyValue("--ground") }));
    fill(copy, { xmlns: NS, width: 2 * across, height: 2 * down }, []);
    return new XMLSerializer().serializeToString(copy);
  }

  function pixelsOf(drawn, called) {
    const [, , across, down] = drawn.getAttribute("viewBox").split(" ").map(Number);
    const image = new Image(), canvas = html("canvas", { width: 3 * across, height: 3 * down });
    const address = URL.createObjectURL(new Blob([pictureOf(drawn)], { type: "image/svg+xml" }));
    image.onload = () => {
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => offer(blob, called), "image/png");
    };
    image.src = address;
  }

  const asPicture = () => pictureOf(picture), asPixels = () => pixelsOf(picture, `${fileStem()}.png`);

  Object.assign(d, { stemOf, fileStem, offer, copy, copyLink, pictureOf, pixelsOf, asPicture, asPixels });
}
