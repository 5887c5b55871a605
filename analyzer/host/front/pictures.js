// A drawing as a picture that stands alone; texts and files that leave the page.

import { svg, html, fill, NS } from "./elements.js";

export function download(blob, name) {
  const link = html("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A picture with all that its style sheet says; root: whose --ground lies below it.
export function pictureAlone(drawn, root) {
  const [left, up, across, down] = drawn.getAttribute("viewBox").split(" ").map(Number), copy = drawn.cloneNode(true);
  const properties = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
  copy.querySelectorAll(".cursor, .ghost").forEach((one) => one.remove());
  const drawings = [...drawn.querySelectorAll("*")].filter((one) => !one.closest(".cursor, .ghost")), copies = [...copy.querySelectorAll("*")];
  copies.forEach((one, i) => { const style = getComputedStyle(drawings[i]); properties.forEach((property) => one.setAttribute(property, style.getPropertyValue(property))); });
  copy.prepend(svg("rect", { x: left, y: up, width: across, height: down, fill: getComputedStyle(root).getPropertyValue("--ground") }));
  fill(copy, { xmlns: NS, width: 2 * across, height: 2 * down }, []);
  return new XMLSerializer().serializeToString(copy);
}

// The same in pixels, three to a unit: `then` gets the file.
export function inPixels(drawn, root, then) {
  const [, , across, down] = drawn.getAttribute("viewBox").split(" ").map(Number);
  const image = new Image(), canvas = html("canvas", { width: 3 * across, height: 3 * down });
  const address = URL.createObjectURL(new Blob([pictureAlone(drawn, root)], { type: "image/svg+xml" }));
  image.onload = () => {
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob(then, "image/png");
  };
  image.src = address;
}
