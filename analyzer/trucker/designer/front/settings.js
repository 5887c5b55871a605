// Under whom and in which setting the ship flies.

import { html, button, drawAnew, key, same } from "./elements.js";

const OTHER = "…"; // asks for files
const OWN_FILES = {
  own_rivals: ["Against ships of your own", "Ship files, one to three", true],
  own_captain: ["A captain of your own", "A captain file: a name and prices, as `analyzer captain` writes it", false],
  forecast: ["What you know of the piles", "A forecast file, e.g. piles: [[28, 3, 31], [35, ?, 12]]", false],
};

export function addSettings(d) {
  const { see, settings } = d;

  function choice(label, value, options, chosen) {
    return html("label", {}, html("span", {}, label), html("select", { onchange: (event) => { const { value: wanted } = event.target; event.target.value = value; chosen(wanted); } }, ...options.map(([code, words]) => html("option", { value: code, selected: String(code) === String(value) }, words))));
  }

  function drawSettings() {
    const { captains, captain, companies, company, facts, aliens, reserve, most_reserve, learning, start, starts, forecast, rivals } = see.state;
    const WORDS = { field: "in the field", alone: "alone", named: "named rivals", own: "your own", thinker: "thinker (slow)" };
    const parts = [
      choice("flies", company, [...companies.map((one) => [one, one === "named" ? `against ${rivals.join(", ")}` : WORDS[one]]), [OTHER, "ships of your own…"]], (name) => (name === OTHER ? askFiles("own_rivals") : d.changes({ kind: "company", name }))),
      choice("captain", captain, [...captains.map((one) => [one, WORDS[one] ?? one]), [OTHER, "of your own…"]], (name) => (name === OTHER ? askFiles("own_captain") : d.changes({ kind: "captain", name }))),
      choice("flight", learning ? "learning" : "usual", [["usual", "of the board"], ["learning", "learning flight"]], (name) => d.changes({ kind: "learning", on: name === "learning" })),
      starts > 1 && choice("starts", start ?? "", [["", "in any place"], ...[...Array(starts).keys()].map((i) => [i + 1, `in place ${i + 1}`])], (place) => d.changes({ kind: "start", place: place ? Number(place) : null })),
      choice("forecast", forecast ? "on" : "", [["", "none"], ...(forecast ? [["on", forecast]] : []), [OTHER, "of your own…"]], (name) => (name === OTHER ? askFiles("forecast") : !name && d.changes({ kind: "forecast", texts: [] }))),
    ];
    for (const [colour, homes] of Object.entries(facts.homes)) {
      if (!homes.length && !aliens[colour]) continue;
      const lost = aliens[colour] && !homes.some((home) => same(home, aliens[colour])) ? [[key(aliens[colour]), `in ${key(aliens[colour])}: cannot live there`]] : [];
      parts.push(choice(`${colour} alien`, aliens[colour] ? key(aliens[colour]) : "", [["", "stays at home"], ...lost, ...homes.map((home) => [key(home), `in ${key(home)}`])],
        (home) => d.changes({ kind: "alien", colour, at: home ? home.split(",").map(Number) : null })));
    }
    if (most_reserve) parts.push(choice("in reserve", String(reserve), [...Array(most_reserve + 1).keys()].map((number) => [String(number), number]), (count) => d.changes({ kind: "reserve", count: Number(count) })));
    drawAnew(settings, ...parts.filter(Boolean));
  }

  function askFiles(kind) {
    const [title, hint, several] = OWN_FILES[kind];
    const area = html("textarea", { rows: 8, spellcheck: "false", "aria-label": hint }), files = html("input", { type: "file", multiple: several, accept: ".yaml,.yml", "aria-label": "files" });
    const go = async () => {
      const texts = files.files.length ? await Promise.all([...files.files].slice(0, 3).map((file) => file.text())) : [area.value].filter((text) => text.trim());
      dialog.close();
      if (texts.length) d.changes({ kind, texts });
    };
    const dialog = d.show(title, html("p", {}, `${hint}: choose files, or paste the text of one.`), files, area, html("span", { class: "group" }, button("Use it", go, { class: "main" }), button("Without", () => { dialog.close(); d.changes({ kind, texts: [] }); })));
  }

  Object.assign(d, { drawSettings });
}
