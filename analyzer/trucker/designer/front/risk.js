// What is beside the ship: settings, flaws, risk, facts, fleets.

import { svg, html, button, many, key, same, section, list } from "./elements.js";

export function addRisk(d) {
  const { ask, panel, paper, see, settings } = d;

  function choice(label, value, options, chosen) {
    return html("label", {}, html("span", {}, label), html("select", { onchange: (event) => chosen(event.target.value) }, ...options.map(([code, words]) => html("option", { value: code, selected: code === value }, words))));
  }

  function drawSettings() {
    const { captains, captain, companies, company, facts, aliens, reserve, most_reserve } = see.state;
    const WORDS = { field: "in the field", alone: "alone", named: "named rivals", own: "your own" };
    const parts = [
      choice("flies", company, companies.map((one) => [one, WORDS[one]]), (name) => d.changes({ kind: "company", name })),
      choice("captain", captain, captains.map((one) => [one, WORDS[one] ?? one]), (name) => d.changes({ kind: "captain", name })),
    ];
    for (const [colour, homes] of Object.entries(facts.homes)) {
      if (!homes.length && !aliens[colour]) continue;
      const lost = aliens[colour] && !homes.some((home) => same(home, aliens[colour])) ? [[key(aliens[colour]), `in ${key(aliens[colour])}: cannot live there`]] : [];
      parts.push(choice(`${colour} alien`, aliens[colour] ? key(aliens[colour]) : "", [["", "stays at home"], ...lost, ...homes.map((home) => [key(home), `in ${key(home)}`])],
        (home) => d.changes({ kind: "alien", colour, at: home ? home.split(",").map(Number) : null })));
    }
    if (most_reserve) parts.push(choice("in reserve", String(reserve), [...Array(most_reserve + 1).keys()].map((number) => [String(number), number]), (count) => d.changes({ kind: "reserve", count: Number(count) })));
    settings.replaceChildren(...parts);
  }


  function drawPanel() {
    panel.replaceChildren(...[flaws(), risk(), fleets()].filter(Boolean));
    paper.replaceChildren(...facts());
  }

  function flaws() {
    const found = see.state.facts.flaws;
    if (!found.length) return null;
    const place = (flaw) => JSON.stringify([flaw.kind, flaw.square, flaw.other]), cure = new Map((see.cures ?? []).map((one) => [place(one), one.cure]));
    return section(null, html("div", { class: "bad box-in" }, html("h3", {}, many(found.length, "flaw")), html("ul", {}, ...found.map((flaw) => html("li", {}, flaw.text, cure.has(place(flaw)) && html("div", { class: "cure" }, cure.get(place(flaw)) || "no single change mends it")))),
      !see.cures && button("How can they be mended?", () => ask("cures", (told) => { see.cures = told.cures; drawPanel(); }))));
  }

  function risk() {
    const now = see.risk;
    if (see.grounded) return section("Risk", html("div", { class: "bad box-in" }, "It cannot fly: ", list(see.grounded)));
    if (!now) return section("Risk", html("p", { class: "waits" }, "flying …"));
    const stale = now.change !== see.state.change, rows = Object.fromEntries(now.rows.map((row) => [row.name, row])), changed = now.rows.some((row) => row.change);
    const big = (row, what, unit) => html("div", { class: "big" }, html("b", {}, row.text), html("span", {}, what), html("small", {}, `${row.interval}${unit}`));
    return section(null, html("div", { class: stale ? "stale" : "" },
      now.removed.length ? html("p", { class: "repaired" }, `As after repair: it flies without the components on ${now.removed.map((square) => `(${key(square)})`).join(" ")}; they are charged as lost.`) : null,
      html("div", { class: "heads" }, big(rows.arrived, "arrive", ""), big(rows.credits, "credits a flight", "")),
      now.verdict && html("p", { class: `verdict ${rows.credits.change?.says ?? ""}` }, now.verdict),
      html("table", {}, html("thead", {}, html("tr", {}, html("th", {}, "95% intervals below"), html("th", {}, "now"), changed && html("th", {}, "change"))),
        html("tbody", {}, ...now.rows.map((row) => html("tr", { title: row.meaning }, html("th", {}, row.label), html("td", {}, row.text, html("small", {}, row.interval)),
          changed && html("td", { class: row.change?.says ?? "" }, row.change ? row.change.text : "", row.change && html("small", {}, row.change.interval)))))),
      html("p", { class: "soft" }, now.quantiles),
      bars(now.penalty),
      html("progress", { max: now.of, value: now.flights, "aria-label": "flights so far" }),
      html("p", { class: "soft" }, `${now.flights.toLocaleString("en")} of ${now.of.toLocaleString("en")} flights, ${now.route}, ${now.setting}, captain ${now.captain}, seed ${now.seed}`),
      now.notes.length ? html("details", { class: "notes" }, html("summary", {}, "What to know about these numbers"), list(now.notes)) : null));
  }

  function bars(penalty) {
    const wide = 300, high = 84, floor = 66, top = Math.max(...penalty.map(([, , , upper]) => upper), 0.01), each = Math.min(34, (wide - 10) / penalty.length);
    const y = (share) => floor - (floor - 8) * share / top;
    const drawn = penalty.map(([value, share, low, upper], i) => svg("g", { transform: `translate(${6 + each * i} 0)` },
      svg("rect", { class: "bar", x: each * 0.14, y: y(share), width: each * 0.72, height: floor - y(share) }), svg("line", { class: "whisker", x1: each / 2, x2: each / 2, y1: y(low), y2: y(upper) }),
      (each > 13 || value % 5 === 0) && svg("text", { x: each / 2, y: high - 5, class: "axis" }, value), svg("title", {}, `${value} credits: ${(100 * share).toFixed(1)}% (${(100 * low).toFixed(1)} to ${(100 * upper).toFixed(1)}%)`)));
    return html("figure", {}, html("figcaption", {}, "penalty for lost components, in credits"), svg("svg", { class: "bars", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": penalty.map(([value, share]) => `${value} credits ${(100 * share).toFixed(0)}%`).join(", ") }, ...drawn));
  }

  function facts() {
    const { rows, lacks, threats, weak, weak_told: told } = see.state.facts;
    return [
      section("On paper", html("table", { class: "facts" }, html("tbody", {}, ...rows.map(([label, said]) => html("tr", {}, html("th", {}, label), html("td", {}, said))), lacks ? html("tr", { class: "lacks" }, html("th", {}, "one box lacks"), html("td", {}, lacks)) : null))),
      section("Undefended", threats.length ? list(threats.map(({ text }) => text)) : html("p", {}, "nothing: every meteor can be stopped")),
      section("What one lost component takes with it", weak.length ? list([...weak.slice(0, told).map(({ text }) => text), ...(weak.length > told ? [`and ${weak.length - told} more`] : [])]) : html("p", {}, "nothing: no loss takes others along")),
    ];
  }

  function fleets() {
    const made = see.state.facts.fleets;
    if (!made) return null;
    const flown = new Map((see.risk?.layouts ?? []).map((row) => [row.joined, row]));
    const quarter = (fleet) => svg("svg", { class: "geometry", viewBox: "0 0 24 24", role: "img", "aria-label": fleet.joined }, ...["front_left", "front_right", "rear_left", "rear_right"].map((part, i) =>
      svg("rect", { x: 1 + 11.5 * (i % 2), y: 1 + 11.5 * (i > 1), width: 10, height: 10, class: `ship-${fleet.quarters.findIndex((quarters) => quarters.includes(part))}` })));
    return section("The fleets that the dice may make", html("table", { class: "fleets" }, html("thead", {}, html("tr", {}, ...["", "joined", "chance", "cannons", "engines", "arrive", "credits"].map((label) => html("th", {}, label)))),
      html("tbody", {}, ...made.fleets.map((fleet) => html("tr", { title: `${fleet.layout}\n${fleet.ships.join("\n")}` }, html("td", {}, quarter(fleet)), html("th", {}, fleet.joined), html("td", {}, fleet.chance), html("td", {}, fleet.cannons), html("td", {}, fleet.engines),
        ...["arrived", "credits"].map((metric) => flown.get(fleet.joined)?.[metric] ?? ["", ""]).map(([mean, interval]) => html("td", {}, mean, html("small", {}, interval))))))), html("details", { class: "notes" }, html("summary", {}, "What of this is inferred"), list(made.caveats)));
  }

  Object.assign(d, { drawSettings, drawPanel });
}
