// All of it is a convenience: without it the page shows the same, in its first order, and its sections fold by themselves.
document.documentElement.classList.add("js");

// A number is read off the beginning of a cell, as in "20.87" or "0.69 (−0.02 to 1.39)"; an empty cell is below all.
function worth(cell) {
  const text = cell.textContent.trim();
  const found = /^[+\u2212-]?[\d,]*\.?\d+/.exec(text);
  if (!text) return -Infinity;
  return found ? parseFloat(found[0].replace("\u2212", "-").replaceAll(",", "")) : text;
}

function before(a, b) {
  const numbers = (typeof a === "number") - (typeof b === "number");
  if (numbers) return -numbers;
  return typeof a === "number" ? a - b : a.localeCompare(b);
}

function sort(heading) {
  const table = heading.closest("table"), body = table.tBodies[0], at = heading.cellIndex;
  const rows = [...body.rows].map(row => [worth(row.cells[at]), row]);
  const falling = rows.some(([value]) => Number.isFinite(value));
  const was = heading.ariaSort;
  const down = was ? was === "ascending" : falling;
  for (const other of heading.parentElement.cells) other.ariaSort = null;
  heading.ariaSort = down ? "descending" : "ascending";
  rows.sort(([a], [b]) => down ? before(b, a) : before(a, b));
  body.append(...rows.map(([, row]) => row));
}

for (const heading of document.querySelectorAll("table.sorts thead th")) {
  if (!heading.textContent) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sort(heading));
  heading.append(button);
}

const folds = [...document.querySelectorAll("details.section")];
const all = document.createElement("button");
all.type = "button";
all.className = "all";
function told() { all.textContent = folds.some(one => one.open) ? "fold all" : "unfold all"; }
all.addEventListener("click", () => {
  const open = !folds.some(one => one.open);
  for (const one of folds) one.open = open;
  told();
});
for (const one of folds) one.addEventListener("toggle", told);
document.querySelector("nav").append(all);
told();

function show() {
  let at = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (at) for (let one = at; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  if (at) at.scrollIntoView();
}
addEventListener("hashchange", show);
addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
show();
