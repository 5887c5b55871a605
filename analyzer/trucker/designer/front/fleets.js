// The fleets that the dice may make of a build, one behind each tab.

import { svg, html, list, section } from "./elements.js";

const QUARTERS = ["front_left", "front_right", "rear_left", "rear_right"];

export function addFleets(d) {
  const { see } = d;
  see.fleet = ""; // which is looked at; "" is all of them

  const chosenFleet = () => see.state.facts.fleets?.fleets.find((one) => one.joined === see.fleet) ?? null;

  function choose(joined) {
    see.fleet = joined;
    d.drawPanel();
    d.drawBoard();
    d.panel.querySelector('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  }

  const geometry = (fleet) => svg("svg", { class: "geometry", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...QUARTERS.map((part, i) =>
    svg("rect", { x: 1 + 11.5 * (i % 2), y: 1 + 11.5 * (i > 1), width: 10, height: 10, class: `ship-${fleet.quarters.findIndex((quarters) => quarters.includes(part))}` })));

  function fleets() {
    const made = see.state.facts.fleets;
    if (!made) return null;
    const flown = new Map((see.risk?.layouts ?? []).map((row) => [row.joined, row])), chosen = chosenFleet();
    const names = ["", ...made.fleets.map((one) => one.joined)];
    const walk = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      choose(names[(names.indexOf(see.fleet) + step + names.length) % names.length]);
    };
    const tab = (joined, content, title) => html("button", { type: "button", role: "tab", "aria-selected": String(joined === (chosen?.joined ?? "")), tabindex: joined === (chosen?.joined ?? "") ? 0 : -1, title, "aria-label": title, onclick: () => choose(joined), onkeydown: walk }, content);
    const tabs = html("div", { role: "tablist", "aria-label": "fleets", class: "tabs" }, tab("", "all", "all fleets"), ...made.fleets.map((fleet) => tab(fleet.joined, geometry(fleet), `joined ${fleet.joined}, ${fleet.chance}: ${fleet.layout}`)));
    return section("The fleets that the dice may make", tabs, html("div", { role: "tabpanel" }, chosen ? one(chosen, flown.get(chosen.joined)) : all(made, flown)), html("details", { class: "notes" }, html("summary", {}, "What of this is inferred"), list(made.caveats)));
  }

  function one(fleet, row) {
    const line = (label, ...content) => html("tr", {}, html("th", { scope: "row" }, label), html("td", {}, ...content));
    const measured = (metric) => (row ? [row[metric][0], html("small", {}, row[metric][1])] : ["flying …"]);
    return [html("p", {}, html("b", {}, fleet.joined), ` ${fleet.layout}; chance ${fleet.chance}`), html("table", { class: "facts" }, html("tbody", {}, line("arrive", ...measured("arrived")), line("credits a flight", ...measured("credits")), line("flights", row ? row.flights.toLocaleString("en") : "0"), line("cannons", fleet.cannons), line("engines", fleet.engines), line("exposed connectors", fleet.exposed))),
      list(fleet.ships, "ships"), fleet.flaws.length ? list(fleet.flaws, "worse") : null].filter(Boolean).reduce((box, child) => { box.append(child); return box; }, html("div", {}));
  }

  function all(made, flown) {
    return html("div", { class: "scrolls" }, html("table", { class: "fleets", "aria-label": "fleets" }, html("thead", {}, html("tr", {}, ...["joined", "chance", "cannons", "engines", "arrive", "credits"].map((label) => html("th", { scope: "col" }, label)))),
      html("tbody", {}, ...made.fleets.map((fleet) => html("tr", { title: `${fleet.layout}\n${fleet.ships.join("\n")}` }, html("th", { scope: "row" }, fleet.joined), html("td", {}, fleet.chance), html("td", {}, fleet.cannons), html("td", {}, fleet.engines),
        ...["arrived", "credits"].map((metric) => flown.get(fleet.joined)?.[metric] ?? ["", ""]).map(([mean, interval]) => html("td", {}, mean, html("small", {}, interval))))))));
  }

  Object.assign(d, { fleets, chosenFleet });
}
