// Light or dark: as the system says, or as was chosen here.

import { button } from "./elements.js";

const THEMES = { "": "as the system", light: "light", dark: "dark" };
const SIGNS = { "": "◐", light: "☀", dark: "☾" };

// What this browser remembers between visits; some notebooks have no memory.
export const remembered = (name) => { try { return localStorage.getItem(`designer-${name}`) ?? ""; } catch { return ""; } };
export const remember = (name, value) => { try { localStorage.setItem(`designer-${name}`, value); } catch { /* it is asked again next time */ } };

export function addTheme(d) {
  const switcher = button("", () => {
    const names = Object.keys(THEMES), next = names[(names.indexOf(d.root.dataset.theme ?? "") + 1) % names.length];
    remember("theme", next);
    use(next);
  }, { class: "theme" });

  function use(theme) {
    if (theme) d.root.dataset.theme = theme;
    else delete d.root.dataset.theme;
    switcher.textContent = SIGNS[theme];
    switcher.title = `colours: ${THEMES[theme]}`;
    switcher.setAttribute("aria-label", `colours: ${THEMES[theme]}`);
  }

  Object.assign(d, { switcher, useTheme: () => use(remembered("theme") in THEMES ? remembered("theme") : "") });
}
