// Files, links and pictures.

import { svg, html, fill, NS } from "./elements.js";

export function addFiles(d) {
  const { model, picture, root, say, see, sheet } = d;

  const fileStem = () => see.state.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "ship";

  function offer(blob, called) {
    const link = html("a", { href: URL.createObjectURL(blob), download: called });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`${called} is downloaded`);
  }

  async function copyLink(packed) {
    const address = model.get("page") ? `${location.origin}${location.pathname}#${packed}` : `analyzer design '#${packed}'`;
    try { await navigator.clipboard.writeText(address); say("the link is copied"); } catch { d.show("A link that holds the ship", html("textarea", { readonly: true, rows: 5 }, address)); }
  }

  // The picture with all that its style sheet says, so that it stands alone.
  function asPicture() {
    const copy = picture.cloneNode(true), told = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
    copy.querySelectorAll(".cursor, .ghost").forEach((one) => one.remove());
    const shown = [...picture.querySelectorAll("*")].filter((one) => !one.closest(".cursor, .ghost")), copies = [...copy.querySelectorAll("*")];
    copies.forEach((one, i) => { const style = getComputedStyle(shown[i]); told.forEach((property) => one.setAttribute(property, style.getPropertyValue(property))); });
    copy.prepend(svg("rect", { width: d.wide(), height: d.high(), fill: getComputedStyle(root).getPropertyValue("--ground") }));
    fill(copy, { xmlns: NS, width: 2 * d.wide(), height: 2 * d.high() }, []);
    return new XMLSerializer().serializeToString(copy);
  }

  function asPixels() {
    const image = new Image(), canvas = html("canvas", { width: 3 * d.wide(), height: 3 * d.high() });
    const address = URL.createObjectURL(new Blob([asPicture()], { type: "image/svg+xml" }));
    image.onload = () => {
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => offer(blob, `${fileStem()}.png`), "image/png");
    };
    image.src = address;
  }

  Object.assign(d, { fileStem, offer, copyLink, asPicture, asPixels });
}
