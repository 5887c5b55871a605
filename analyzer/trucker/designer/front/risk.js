// What is beside the ship: flaws with their cures, risk, facts.

import { svg, html, button, many, key, drawAnew, section, list } from "./elements.js";

const MOST_CURED = 4; // flaws whose cures are looked for unasked
const REST = 700; // milliseconds after a change until they are

export function addRisk(d) {
  const { ask, figures, panel, paper, see } = d;
  const inSight = new IntersectionObserver((seen) => figures.classList.toggle("in-sight", seen.at(-1).isIntersecting), { rootMargin: "-60px 0px 0px 0px" });

  function drawPanel() {
    drawAnew(panel, ...[flaws(), risk(), d.fleets()].filter(Boolean));
    drawAnew(paper, ...facts());
    drawFigures();
  }

  // The key figures in the bar, for as long as those of the panel are out of sight.
  function drawFigures() {
    const now = see.risk, count = see.state.facts.flaws.length, row = (name) => now.rows.find((one) => one.name === name), change = now && row("credits").change;
    figures.classList.toggle("stale", Boolean(now) && now.change !== see.state.change);
    figures.replaceChildren(...[count > 0 && html("span", { class: "worse" }, many(count, "flaw")),
      see.flightFaults ? html("span", { class: "worse" }, "cannot fly") : now ? html("span", {}, html("b", {}, row("arrived").text), " arrive") : "flying …",
      now && html("span", {}, html("b", {}, row("credits").text), " cr", change && html("span", { class: change.says }, ` (${change.text})`))].filter(Boolean).flatMap((one) => [one, " "]));
    inSight.disconnect();
    inSight.observe(panel.querySelector(".heads") ?? panel);
  }

  // Always two lines, even without flaws, so that the figures below do not move; a click unfolds all flaws.
  function flaws() {
    const found = see.state.facts.flaws;
    if (!found.length) return section(null, html("div", { class: "flaws" }, html("p", { class: "soft" }, "no flaws")));
    const place = (flaw) => JSON.stringify([flaw.kind, flaw.square, flaw.other]), cures = new Map((see.cures ?? []).map((one) => [place(one), one.cure]));
    const mend = (flaw) => cures.has(place(flaw)) && (cures.get(place(flaw)) ? button(`Mend: ${cures.get(place(flaw))}`, () => d.changes({ kind: "mend", flaw: flaw.kind, at: flaw.square, other: flaw.other }), { class: "cure", title: cures.get(place(flaw)) }) : html("small", { class: "cure" }, "no single change mends it"));
    const [first, ...others] = found;
    return section(null, html("div", { class: "flaws bad box-in" }, html("p", { class: "first", title: first.text }, html("b", {}, `${many(found.length, "flaw")}: `), first.text),
      html("div", { class: "mending" }, see.cures ? mend(first) : button("How can they be mended?", askCures),
        html("details", {}, html("summary", {}, others.length ? `${others.length} more` : "in full"), html("ul", {}, html("li", {}, first.text), ...others.map((flaw) => html("li", {}, flaw.text, mend(flaw))))))));
  }

  const askCures = () => ask("cures", (answer) => { see.cures = answer.cures; drawPanel(); });

  // Cures are looked for by themselves once the hand rests, where that is quick.
  let resting = 0;
  function askCuresSoon() {
    clearTimeout(resting);
    const { change, facts } = see.state;
    if (!facts.flaws.length || facts.flaws.length > MOST_CURED || see.state.facts.fleets) return;
    resting = setTimeout(() => { if (!d.held && !see.cures && see.state.change === change && !see.offline) askCures(); }, REST);
  }

  function risk() {
    const now = see.risk;
    if (see.flightFaults) return section("Risk", html("div", { class: "bad box-in" }, "It cannot fly: ", list(see.flightFaults)));
    if (!now) return section("Risk", html("p", { class: "waits" }, "flying …"));
    const stale = now.change !== see.state.change, rows = Object.fromEntries(now.rows.map((row) => [row.name, row])), changed = now.rows.some((row) => row.change);
    const big = (row, what, unit) => html("div", { class: "big" }, html("b", {}, row.text), html("span", {}, what), html("small", {}, `${row.interval}${unit}`));
    return section(null, html("div", { class: stale ? "stale" : "" },
      html("div", { class: "heads" }, big(rows.arrived, "arrive", ""), big(rows.credits, "credits a flight", "")),
      now.removed.length ? html("p", { class: "repaired" }, `As after repair: it flies without the components on ${now.removed.map((square) => `(${key(square)})`).join(" ")}; they are charged as lost.`) : null,
      now.verdict && html("p", { class: `verdict ${rows.credits.change?.says ?? ""}` }, now.verdict),
      bars(now.earned.bars, now.earned.width, `credits a flight: mean ${rows.credits.text} (dotted), ${rows.loss.text} of flights below 0 (shaded)`, rows.credits.mean),
      html("table", { "aria-label": "risk" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "95% intervals below"), html("th", { scope: "col" }, "now"), changed && html("th", { scope: "col", title: "intervals of changes stay valid however often you look" }, "change"))),
        html("tbody", {}, ...now.rows.map((row) => html("tr", { title: row.meaning }, html("th", { scope: "row" }, row.label), html("td", {}, row.text, html("small", {}, row.interval)),
          changed && html("td", { class: row.change?.says ?? "" }, row.change ? row.change.text : "", row.change && html("small", {}, row.change.interval)))))),
      html("p", { class: "soft" }, now.quantiles),
      bars(now.penalty, 1, "penalty for lost components, in credits"),
      html("progress", { max: now.of, value: now.flights, "aria-label": "flights so far" }),
      html("p", { class: "soft" }, `${now.flights.toLocaleString("en")} of ${now.of.toLocaleString("en")} flights, ${now.route}, ${now.setting}, captain ${now.captain}, seed ${now.seed}`),
      now.notes.length ? html("details", { class: "notes" }, html("summary", {}, "What to know about these numbers"), list(now.notes)) : null));
  }

  // A histogram of bars [lowest value, share, ends of the share's interval], each `values` values wide; bars below 0 are losses.
  function bars(shares, values, title, mean = null) {
    const wide = 300, high = 84, floor = 66, top = Math.max(...shares.map(([, , , upper]) => upper), 0.01), each = Math.min(34, (wide - 10) / shares.length), [[first]] = shares;
    const x = (value) => 6 + each * (value - first + 0.5) / values, y = (share) => floor - (floor - 8) * share / top, end = 6 + each * shares.length;
    const apart = [1, 2, 5, 10, 20, 50].map((one) => one * values).find((one) => each * one / values > 24) ?? values;
    const told = (value) => (values === 1 ? value : `${value} to ${value + values - 1}`), percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
    const drawn = shares.map(([value, share, low, upper], i) => svg("g", { transform: `translate(${6 + each * i} 0)` },
      svg("rect", { class: `bar${value < 0 ? " loss" : ""}`, x: each * 0.14, y: y(share), width: each * 0.72, height: floor - y(share) }), svg("line", { class: "whisker", x1: each / 2, x2: each / 2, y1: y(low), y2: y(upper) }),
      svg("title", {}, `${told(value)} credits: ${(100 * share).toFixed(1)}% (${(100 * low).toFixed(1)} to ${(100 * upper).toFixed(1)}%)`)));
    const numbers = shares.map(([value]) => value).filter((value) => value % apart === 0).map((value) => svg("text", { x: x(value), y: high - 5, class: "axis" }, `${value}`.replace("-", "−")));
    const shade = first < 0 && svg("rect", { class: "losses", x: 6, y: 2, width: Math.min(x(-0.5), end) - 6, height: floor - 2 }), line = mean !== null && svg("line", { class: "mean", x1: x(mean), x2: x(mean), y1: 2, y2: floor });
    return html("figure", {}, html("figcaption", {}, title), svg("svg", { class: "bars", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": `${title}: ${shares.filter(([, share]) => share > 0).map(([value, share]) => `${told(value)} credits ${percent(share)}`).join(", ")}` }, shade, ...drawn, line, ...numbers));
  }

  function facts() {
    const { rows, lacks, threats, weak, weak_told: told } = see.state.facts;
    return [
      section("On paper", html("table", { class: "facts", "aria-label": "on paper" }, html("tbody", {}, ...rows.map(([label, said]) => html("tr", {}, html("th", { scope: "row" }, label), html("td", {}, said))), lacks ? html("tr", { class: "lacks" }, html("th", { scope: "row" }, "one box lacks"), html("td", {}, lacks)) : null))),
      section("Undefended", threats.length ? list(threats.map(({ text }) => text)) : html("p", {}, "nothing: every meteor can be stopped")),
      section("What one lost component takes with it", weak.length ? list([...weak.slice(0, told).map(({ text }) => text), ...(weak.length > told ? [`and ${weak.length - told} more`] : [])]) : html("p", {}, "nothing: no component holds others in place")),
    ];
  }

  Object.assign(d, { drawPanel, askCuresSoon });
}
