// What Sphinx's search is told of this site. The order: pages that have all that is searched for as it was written, and often, come
// first, man pages and definitions of measures before others; pages for developers come last. Below each page stands a line of it.
const askedFor = (new URLSearchParams(location.search).get("q") || "").trim().toLowerCase();

const written = new RegExp("(?<![\\p{L}\\p{N}_])" + askedFor.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+"), "gu");

function occurrences(page) {
  return askedFor ? (pageTexts[page].toLowerCase().match(written) || []).length : 0;
}

var Scorer = {
  score: ([page, , , , score]) => {
    const often = occurrences(page);
    const place = [[/^(tools|CHANGELOG|docs\/hacking)/, -1000], [/^docs\/glossary$/, 30], [/^docs\/(measures|faq)$/, 20], [/^docs\/(i-have|man\/|measures)/, 15]].find(([name]) => name.test(page));
    return Math.min(score, 30) + (place ? place[1] : 0) + (often ? 20 : 0) + 40 * often / (often + 5);
  },
  objNameMatch: 11, objPartialMatch: 6, objPrio: {}, objPrioDefault: 0, title: 15, partialTitle: 7, term: 5, partialTerm: 2,  // Sphinx's own
};

// About 160 letters of the text around the first place of what is asked for, or of its first word that is there.
function lineOf(text) {
  const lowered = text.toLowerCase();
  const found = [lowered.search(written), ...askedFor.split(/\s+/).map((word) => lowered.indexOf(word))].find((at) => at >= 0) ?? 0;
  const begin = found < 60 ? 0 : text.indexOf(" ", found - 60) + 1;
  const end = text.indexOf(" ", Math.max(begin + 160, found + askedFor.length));
  return (begin ? "… " : "") + (end < 0 ? text.slice(begin) : text.slice(begin, end) + " …");
}

document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver((changes) => {
    for (const item of changes.flatMap((change) => [...change.addedNodes])) {
      const link = item.nodeName === "LI" && item.querySelector("a");
      if (!link) continue;
      const page = link.getAttribute("href").replace(/\.html(#.*)?$/, "");
      item.append(document.createElement("p"));
      item.lastChild.textContent = lineOf(pageTexts[page]);
    }
  }).observe(document.getElementById("search-results"), { childList: true, subtree: true });
});
