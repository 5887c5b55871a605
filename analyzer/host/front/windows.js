// Dialogs above a page: for a file's name, and before one is replaced.

import { html, button } from "./elements.js";

// d: { root }
export function addWindows(d) {
  function show(title, ...children) {
    const dialog = html("dialog", { "aria-label": title }, html("h3", {}, title), ...children, html("div", { class: "buttons" }, button("Close", () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    d.root.append(dialog);
    dialog.showModal();
    return dialog;
  }

  // does(path): what is done with the name of a file of this machine; label: on the button.
  function askFile(title, label, proposed, does) {
    const path = html("input", { type: "text", "aria-label": title, value: proposed, maxlength: 500 });
    const go = () => { if (path.value.trim()) does(path.value.trim()); dialog.close(); };
    const dialog = show(title, path, button(label, go, { class: "main" }));
    path.addEventListener("keydown", (event) => event.key === "Enter" && go());
    path.select();
  }

  function askReplacing({ path, why }, does) {
    const dialog = show(`Replace ${path}?`, html("p", {}, `${why[0].toUpperCase()}${why.slice(1)}.`), button("Replace it", () => { does(); dialog.close(); }, { class: "main" }));
  }

  Object.assign(d, { show, askFile, askReplacing });
}
