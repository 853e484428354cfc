// Elements, and tables that can be sorted, for the scripts behind it. All that they show is made of text nodes.
"use strict";

function element(name, attributes = {}, ...children) {
  const space = element.svg.has(name) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
element.svg = new Set(["svg", "rect", "text", "title", "g", "circle", "line", "path", "foreignObject"]);

// ---- Tables -----------------------------------------------------------------------------------------

// The rows of a table in the order of the data, however it is sorted.
function rows(table) {
  table.inOrder ??= [...table.tBodies[0].rows];
  return table.inOrder;
}

// ---- Sorting -------------------------------------------------------------------------------------

function value(row, column) {
  const text = row.cells[column].textContent.trim();
  const digits = parseFloat(text.replace(/^[<*]\s*/, "").replace("\u2212", "-"));
  return Number.isNaN(digits) || !/^[<+\-\u2212.\d]/.test(text) ? text : digits;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

// The rows by the column that is marked as sorted; called again when their texts change.
function sortRows(table) {
  if (table.drawSorted) {
    table.drawSorted();
    return;
  }
  const head = [...table.tHead.rows[0].cells].find((cellOf) => cellOf.hasAttribute("aria-sort"));
  const sorted = [...rows(table)];
  if (head) {
    const sign = head.getAttribute("aria-sort") === "ascending" ? 1 : -1, column = head.cellIndex;
    sorted.sort((x, y) => sign * compare(value(x, column), value(y, column)));
  }
  table.tBodies[0].replaceChildren(...sorted);
}

function sortBy(table, head) {
  const isNumber = head.classList.contains("n") || head.classList.contains("turned");
  const next = { none: isNumber ? "descending" : "ascending", ascending: isNumber ? "none" : "descending", descending: isNumber ? "ascending" : "none" };
  const order = next[head.getAttribute("aria-sort") ?? "none"];
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  if (order !== "none") head.setAttribute("aria-sort", order);
  sortRows(table);
}

function makeSortable(table) {
  for (const head of table.tHead.rows[0].cells) {
    const button = element("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sortBy(table, head));
  }
}
