// Long tables show 25 rows a page, with a filter; without scripts they show all rows.
const ROWS = 25;

for (const box of document.querySelectorAll(".paged")) {
  const body = box.querySelector("tbody"), tools = document.createElement("div");
  if (!body || (body.rows.length <= ROWS && !("own" in box.dataset))) continue;
  let page = 0;
  const filter = Object.assign(document.createElement("input"), { type: "search", placeholder: "filter" });
  filter.setAttribute("aria-label", "filter rows");
  const mine = Object.assign(document.createElement("input"), { type: "checkbox" });
  const label = document.createElement("label");
  label.append(mine, " mine only");
  const back = Object.assign(document.createElement("button"), { type: "button", textContent: "back" });
  const next = Object.assign(document.createElement("button"), { type: "button", textContent: "next" });
  const shown = document.createElement("span");
  function draw() {
    const words = filter.value.toLowerCase();
    const rows = [...body.rows].filter(row =>
      row.textContent.toLowerCase().includes(words) && (!mine.checked || row.classList.contains("bold")));
    page = Math.max(0, Math.min(page, Math.ceil(rows.length / ROWS) - 1));
    const begin = page * ROWS, seen = new Set(rows.slice(begin, begin + ROWS));
    for (const row of body.rows) row.hidden = !seen.has(row);
    shown.textContent = rows.length ? `${begin + 1} to ${begin + seen.size} of ${rows.length}` : "no rows";
    back.disabled = page === 0;
    next.disabled = begin + ROWS >= rows.length;
  }
  filter.addEventListener("input", () => { page = 0; draw(); });
  mine.addEventListener("input", () => { page = 0; draw(); });
  back.addEventListener("click", () => { page -= 1; draw(); });
  next.addEventListener("click", () => { page += 1; draw(); });
  box.querySelector("thead")?.addEventListener("click", () => { page = 0; draw(); });
  tools.className = "tools";
  tools.append(filter, ...("own" in box.dataset ? [label] : []), back, next, shown);
  box.prepend(tools);
  draw();
}
