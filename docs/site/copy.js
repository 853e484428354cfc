// A button beside every block of code that copies it. Where the browser does not let pages copy, it selects the text. Tables that
// are wider than the page can be scrolled by keys; cells know the names of their columns.
"use strict";
for (const block of document.querySelectorAll("div.highlight")) {
  const code = block.querySelector("pre"), button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.replace(/\n$/, ""));
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  code.tabIndex = 0;  // it may have to be scrolled
  block.append(button);
}
const widths = new ResizeObserver((changed) => {
  for (const { target } of changed) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".body table")) {
  widths.observe(table);
  const names = [...table.querySelectorAll("thead th, thead td")].map((cell) => cell.textContent);  // for a phone, where cells stand below one another
  for (const row of table.querySelectorAll("tbody tr")) {
    [...row.cells].forEach((cell, i) => { if (i > 0 && names[i]?.trim() && cell.textContent.trim()) cell.dataset.label = names[i]; });
  }
}
