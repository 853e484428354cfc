// Sorting, choosing and zooming. All that it shows is made of text nodes, never of markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const runs = data.runs.length;
  const state = { shown: [...data.shown], measure: 0, hierarchy: "" };
  const letters = ["A", "B"];
  const number = (billionths) => billionths / 1e9;
  // As printf() rounds: ties, such as 0.03125, to even.
  const fixed = (x, digits) => {
    const scaled = x * 10 ** digits, floor = Math.floor(scaled);
    return (scaled - floor === 0.5 && floor % 2 === 0 ? floor / 10 ** digits : x).toFixed(digits);
  };
  const score = (m, t, r) => number(data.scores[m][t * runs + r]);
  const signed = (x) => (x === 0 ? "0" : (x < 0 ? "" : "+") + fixed(x, 4));
  const dash = "\u2013";

  function element(name, attributes = {}, ...children) {
    const space = element.svg.has(name) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  element.svg = new Set(["svg", "rect", "text", "title", "g", "circle", "line", "path", "foreignObject"]);
  const cell = (text) => element("td", {}, text);

  const captionOf = (table) => table.closest("figure").firstElementChild;

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

  // ---- Two runs ------------------------------------------------------------------------------------

  const mean = (m, r) => {
    let sum = 0;
    for (let t = 0; t < data.topics.length; ++t) sum += score(m, t, r);
    return sum / data.topics.length;
  };

  function pairTest(m, a, b) {
    if (a === b) return { p: 1e9, low: 0, high: 0, wins: 0, losses: 0 };
    const [first, second] = a < b ? [a, b] : [b, a];
    const place = 5 * (first * runs - (first * (first + 1)) / 2 + second - first - 1);
    const [p, low, high, wins, losses] = data.tests[m].slice(place, place + 5);
    if (a < b) return { p, low, high, wins, losses };
    return { p, low: high === null ? null : -high, high: low === null ? null : -low, wins: losses, losses: wins };
  }

  // As the sign test: the two tails of a fair coin.
  function signTest(wins, losses) {
    const n = wins + losses, least = Math.min(wins, losses);
    let sum = 0, log = -n * Math.LN2;  // of the probability of k heads
    for (let k = 0; k <= least; ++k) {
      sum += Math.exp(log);
      log += Math.log((n - k) / (k + 1));
    }
    return wins === losses ? 1 : Math.min(1, 2 * sum);
  }

  const pText = (p, least) => (p < 0.0001 ? "< " + fixed(least, 4).replace(/^0/, "") : fixed(p, 4));

  function updatePair() {
    const table = document.getElementById("pair");
    if (!table) return;
    const [a, b] = state.shown;
    document.querySelectorAll("#runs .run-a").forEach((name) => name.replaceChildren(element("bdi", {}, data.runs[a])));
    document.querySelectorAll("#runs .run-b").forEach((name) => name.replaceChildren(element("bdi", {}, data.runs[b])));
    rows(table).forEach((row, m) => {
      const test = pairTest(m, a, b);
      const end = (x, infinite) => (x === null ? infinite : signed(number(x)));
      const texts = [
        fixed(mean(m, a), 4), fixed(mean(m, b), 4), signed(mean(m, a) - mean(m, b)),
        end(test.low, "\u2212\u221e") + " to " + end(test.high, "\u221e"),
        pText(number(test.p), number(data.leastP)) + (test.p < data.alpha ? " *" : ""),
        test.wins, test.losses, data.topics.length - test.wins - test.losses, pText(signTest(test.wins, test.losses), 0.0001),
      ];
      texts.forEach((text, i) => { row.cells[i + 1].textContent = text; });
    });
    sortRows(table);
  }

  // ---- Topics by runs ------------------------------------------------------------------------------

  function updateHeat() {
    const table = document.getElementById("heat"), m = state.measure;
    const all = data.scores[m].map(number);
    const low = Math.min(...all), range = Math.max(...all) - low || 1;
    captionOf(table).querySelector(".what").textContent = data.measures[m];
    const first = data.shown.length > 1 ? 2 : 1;
    rows(table).forEach((row, t) => {
      if (first === 2) row.cells[1].textContent = signed(score(m, t, state.shown[0]) - score(m, t, state.shown[1]));
      for (let r = 0; r < runs; ++r) {
        const x = score(m, t, r), cellOf = row.cells[first + r];
        cellOf.textContent = fixed(x, 2);
        cellOf.className = "h" + Math.min(9, Math.floor((10 * (x - low)) / range));
      }
    });
    sortRows(table);
  }

  // ---- One measure against another -----------------------------------------------------------------

  // Round numbers between the ends, about five.
  function ticks(low, high) {
    const power = 10 ** Math.floor(Math.log10((high - low) / 5));
    const step = power * ([1, 2, 5].find((times) => times * power >= (high - low) / 5) ?? 10);
    const made = [];
    for (let i = Math.ceil(low / step); i * step <= high + step / 1e6; ++i) made.push(i * step);
    return made;
  }

  function axis(values) {
    const low = Math.min(...values), high = Math.max(...values), more = (high - low || 1) * 0.06;
    return { low: low - more, high: high + more };
  }

  // As the program draws the first one, with numbers for the names, which the table has.
  function drawPlot(area, mx, my) {
    const left = 70, top = 40, width = 560, height = 360;
    const xs = data.runs.map((_, r) => mean(mx, r)), ys = data.runs.map((_, r) => mean(my, r));
    const ax = axis(xs), ay = axis(ys);
    const atX = (x) => left + (width * (x - ax.low)) / (ax.high - ax.low), atY = (y) => top + height * (1 - (y - ay.low) / (ay.high - ay.low));
    const title = `${data.measures[my]} against ${data.measures[mx]}`;
    const text = (x, y, words, anchor = "middle", more = {}) => element("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, ...more }, words);
    const svg = element("svg", { class: "chart", viewBox: "0 0 650 450", width: 650, height: 450, role: "img", "aria-label": title, "font-size": 12, "font-family": "sans-serif" },
      text(left, 22, title, "start"), element("rect", { class: "axis", x: left, y: top, width, height }));
    for (const x of ticks(ax.low, ax.high)) {
      svg.append(element("path", { class: "grid", d: `M${atX(x).toFixed(1)} ${top}v${height}` }), text(atX(x), top + height + 17, String(Number(x.toPrecision(6)))));
    }
    for (const y of ticks(ay.low, ay.high)) {
      svg.append(element("path", { class: "grid", d: `M${left} ${atY(y).toFixed(1)}h${width}` }), text(left - 7, atY(y) + 4, String(Number(y.toPrecision(6))), "end"));
    }
    svg.append(text(left + width / 2, 442, data.measures[mx]), text(18, top + height / 2, data.measures[my], "middle", { transform: `rotate(-90 18 ${top + height / 2})` }));
    const labels = [];
    data.runs.forEach((name, r) => {
      const x = atX(xs[r]), y = atY(ys[r]);
      const point = element("g", { "data-point": r }, element("circle", { class: "f0", cx: x.toFixed(2), cy: y.toFixed(2), r: 4 }, element("title", {}, `${name}: ${fixed(xs[r], 4)}, ${fixed(ys[r], 4)}`)));
      if (labels.every((other) => Math.abs(other.x - x) > 22 || Math.abs(other.y - y) > 13)) {
        labels.push({ x, y });
        point.append(text(x + 7, y + 4, String(r + 1), "start"));
      }
      svg.append(point);
    });
    area.querySelector("figure").replaceChildren(svg);
    const table = document.getElementById("points");
    [mx, my].forEach((m, i) => { table.tHead.rows[0].cells[i + 1].querySelector("button").textContent = data.measures[m]; });
    rows(table).forEach((row, r) => {
      row.cells[0].textContent = `${r + 1} ${data.runs[r]}`;
      row.cells[1].textContent = fixed(xs[r], 4);
      row.cells[2].textContent = fixed(ys[r], 4);
    });
    sortRows(table);
  }

  function makePlotControls() {
    const area = document.getElementById("plot-area");
    if (!area) return;
    const shown = { x: Number(area.dataset.x), y: Number(area.dataset.y) };
    const bar = element("div", { class: "controls", role: "group", "aria-label": "Measures of the picture" });
    for (const [key, title] of [["x", "Horizontal axis"], ["y", "Vertical axis"]]) {
      bar.append(chooser(title, data.measures, shown[key], (chosen) => { shown[key] = chosen; drawPlot(area, shown.x, shown.y); }));
    }
    area.before(bar);
  }

  // ---- A topic -------------------------------------------------------------------------------------

  const [NAME, PARENT, FIRST, LAYER, INTENT, LEFT, WIDTH, WEIGHT, SIMILARITY, DOCUMENTS, TEXT, STABILITY] = Array(12).keys();

  function firstRanks(topic, nodes, run) {
    const rank = new Map();
    topic.rankings[run].forEach((document, i) => rank.set(document, i + 1));
    return nodes.map((node) => node[DOCUMENTS].reduce((best, document) => Math.min(best, rank.get(document) ?? Infinity), Infinity));
  }

  const rankText = (rank) => (Number.isFinite(rank) ? String(rank) : dash);
  const label = (node) => node[NAME] + (node[TEXT] ? " " + node[TEXT] : "");
  const words = (node) => [element("em", {}, node[NAME]), ...(node[TEXT] ? [" ", element("span", {}, node[TEXT])] : [])];
  const colour = (node) => "i" + (node[INTENT] >= 0 && node[INTENT] < 24 ? node[INTENT] : "x");
  const stabilityText = (node) => (node[STABILITY] === undefined ? undefined : fixed(number(node[STABILITY]), 2));
  const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

  class TopicView {
    constructor(box, place) {
      this.box = box;
      this.place = place;
      this.topic = data.topics[place];
      this.hasStability = this.topic.hierarchies.some((h) => h.nodes.some((node) => node[STABILITY] !== undefined));
      this.zoomed = -1;
      this.isStale = true;
      this.summary = box.querySelector(".scores");
      this.words = box.querySelector(".words");  // of what is shown at first
      this.svg = box.querySelector(".icicle");
      this.tree = box.querySelector(".tree");
      [this.intents, this.nodes, ...this.lists] = box.querySelectorAll("table");
      box.addEventListener("toggle", () => this.update());
    }

    changed() {
      const scores = state.shown.map((run, i) => letters[i] + " " + fixed(score(state.measure, this.place, run), 4));
      this.summary.textContent = data.measures[state.measure] + " " + scores.join(" ");
      this.updateWords();
      this.isStale = true;
      this.update();
    }

    // What the filter looks at, in lower case: query, intents, relevant documents and those of the shown lists.
    searched() {
      const shown = new Set(state.shown.flatMap((run) => this.topic.rankings[run]));
      const documents = this.topic.documents.filter((document, i) => document[3]?.length || shown.has(i));
      const texts = [this.topic.name, this.topic.query, ...rows(this.intents).map((row) => row.cells[1].textContent)];
      for (const document of documents) texts.push(document[0], document[4] ?? "");
      return texts.join("\n").toLowerCase();
    }

    // The words are of the runs and the measure that the report was made for.
    updateWords() {
      if (!this.words) return;
      const isAsMade = state.measure === 0 && state.shown.every((run, i) => run === data.shown[i]);
      this.madeWords ??= [...this.words.childNodes];
      const [a, b] = data.shown.map((run) => element("bdi", {}, data.runs[run]));
      const [c, d] = state.shown.map((run) => element("bdi", {}, data.runs[run]));
      this.words.replaceChildren(...(isAsMade ? this.madeWords : [
        `In words by ${data.measures[0]} for `, a, " as A and ", b, " as B: choose them, or run subintent explain difference for ",
        c, " and ", d, ` with --topic ${this.topic.name} -m ${data.measures[state.measure]}.`]));
    }

    update() {
      if (!this.box.open || !this.isStale) return;
      this.isStale = false;
      if (!this.isSortable) this.box.querySelectorAll("table.sortable").forEach(makeSortable);
      this.isSortable = true;
      this.hierarchy = this.topic.hierarchies.find((h) => h.name === state.hierarchy) ?? this.topic.hierarchies[0];
      if (this.zoomed >= this.hierarchy.nodes.length) this.zoomed = -1;
      this.first = state.shown.map((run) => firstRanks(this.topic, this.hierarchy.nodes, run));
      const { name, layers, nodes } = this.hierarchy, kind = this.topic.hierarchies.length === 1 && name === "intents" ? "Intents" : "Hierarchy " + name;
      this.box.querySelector("figcaption .what").textContent = `${kind}: ${counted(layers, "layer")}, ${counted(nodes.length, "node")}`;
      this.children = this.hierarchy.nodes.map(() => []);
      this.hierarchy.nodes.forEach((node, i) => node[PARENT] >= 0 && this.children[node[PARENT]].push(i));
      this.updateIntents();
      this.updateNodes();
      this.lists.forEach((table, i) => this.updateList(table, i));
      this.draw();
    }

    updateIntents() {
      const nodes = this.topic.intents.map((_, intent) => {
        const node = [];
        node[DOCUMENTS] = this.topic.documents.flatMap((d, i) => (d[3] ?? []).some((x, k) => k % 2 === 0 && x === intent) ? [i] : []);
        return node;
      });
      state.shown.forEach((run, i) => {
        const first = firstRanks(this.topic, nodes, run);
        rows(this.intents).forEach((row, intent) => { row.cells[row.cells.length - state.shown.length + i].textContent = rankText(first[intent]); });
      });
      sortRows(this.intents);
    }

    updateNodes() {
      const made = this.hierarchy.nodes.map((node, i) => {
        const row = element("tr", {}, element("th", {}, label(node)));
        const similarity = node[SIMILARITY] === null ? dash : fixed(number(node[SIMILARITY]), 3);
        const stability = this.hasStability ? [stabilityText(node) ?? dash] : [];
        row.append(...[node[LAYER], fixed(number(node[WEIGHT]), 4), similarity, ...stability, node[DOCUMENTS].length].map(cell));
        row.append(...this.first.map((first) => cell(rankText(first[i]))));
        const docnos = this.children[i].length > 0 ? [] : node[DOCUMENTS].map((place) => this.topic.documents[place][0]);
        row.append(cell(docnos.join(" ")));
        return row;
      });
      this.nodes.inOrder = made;
      sortRows(this.nodes);
      captionOf(this.nodes).textContent = `Nodes of hierarchy ${this.hierarchy.name} of topic ${this.topic.name}, and the rank at which each is first covered`;
    }

    updateList(table, i) {
      const run = state.shown[i], nodes = this.hierarchy.nodes;
      const ranking = this.topic.rankings[run], unjudged = ranking.filter((place) => !this.topic.documents[place][1]).length;
      captionOf(table).textContent = letters[i] + ": " + data.runs[run] + (unjudged ? `, ${unjudged} of ${ranking.length} not judged` : "");
      const made = ranking.map((place, at) => {
        const document = this.topic.documents[place], [, isJudged, gain, grades = []] = document;
        const found = [];
        for (let k = 0; k < grades.length; k += 2) {
          found.push(this.topic.intents[grades[k]] + (grades[k + 1] === 1 ? "" : ` (${grades[k + 1]})`));
        }
        const fresh = nodes.filter((_, n) => this.first[i][n] === at + 1).map((node) => node[NAME]);
        return element("tr", {}, cell(at + 1), element("td", {}, this.documentText(document)), cell(gain ? fixed(number(gain), 3) : ""),
          cell(found.join(", ") || element("span", { class: isJudged ? "quiet" : "unjudged" }, isJudged ? "not relevant" : "not judged")), cell(fresh.join(", ")));
      });
      table.inOrder = made;
      sortRows(table);
    }

    // Docno, and title with a link where it may lead there.
    documentText(document) {
      const [docno, , , , title = "", url = ""] = document;
      const made = element("span", {}, element("bdi", { class: "id" }, docno));
      if (!title && !url) return made;
      const text = element("bdi", {}, title || url);
      const mayLead = /^https?:\/\/[^\s"<>\\^`{|}]*$/i.test(url);
      made.append(" ", mayLead ? element("a", { href: url }, text) : text);
      return made;
    }

    // -- the icicle

    coverage(i) {
      return this.first.map((first, run) => `${letters[run]} ${rankText(first[i])}`).join(" \u00b7 ");
    }

    // What stands beside the name of a node: its coverage, and its stability where that is known.
    beside(i) {
      const stability = stabilityText(this.hierarchy.nodes[i]);
      return this.coverage(i) + (stability === undefined ? "" : ` \u00b7 stability ${stability}`);
    }

    // Left and width of a box in what is zoomed to, as shares; nothing where it is outside.
    span(i) {
      const whole = this.zoomed < 0 ? [0, 1e9] : [this.hierarchy.nodes[this.zoomed][LEFT], this.hierarchy.nodes[this.zoomed][WIDTH] || 1];
      const left = Math.max(0, (this.hierarchy.nodes[i][LEFT] - whole[0]) / whole[1]);
      const right = Math.min(1, (this.hierarchy.nodes[i][LEFT] + this.hierarchy.nodes[i][WIDTH] - whole[0]) / whole[1]);
      return right - left > 0.0005 ? [left, right - left] : null;
    }

    draw(focus = -1) {
      const rowHeight = 38;
      this.svg.setAttribute("role", "tree");
      this.svg.setAttribute("height", rowHeight * this.hierarchy.layers);
      this.boxes = new Map();
      const items = this.hierarchy.nodes.map((node, i) => element("li", { class: `l${Math.min(node[FIRST], 6)}${(this.span(i)?.[1] ?? 1) < 0.12 ? " narrow" : ""}` },
        element("span", { class: "key " + colour(node) }), ...words(node), " ", element("small", {}, this.beside(i))));
      this.tree.replaceChildren(...items);
      this.hierarchy.nodes.forEach((node, i) => {
        const span = this.span(i);
        if (!span) return;
        const covered = this.first.map((first) => Number.isFinite(first[i]));
        const kind = covered[0] && covered[1] ? "both" : covered[0] ? "a" : covered[1] ? "b" : "none";
        const text = `${label(node)} ${this.beside(i)}`, numbers = `weight ${fixed(number(node[WEIGHT]), 4)}, documents ${node[DOCUMENTS].length}`;
        const box = element("svg", {
          x: (100 * span[0]).toFixed(2) + "%", y: rowHeight * (node[FIRST] - 1), width: (100 * span[1]).toFixed(2) + "%",
          height: rowHeight * (node[LAYER] - node[FIRST] + 1), class: `${kind} ${colour(node)}`,
          role: "treeitem", "aria-level": node[LAYER], "aria-selected": i === this.zoomed, "aria-label": `${text}: ${numbers}`, tabindex: -1,
        }, element("title", {}, text), element("rect"), element("foreignObject", { "aria-hidden": "true", width: "100%", height: "100%" },
          element("div", {}, element("p", {}, ...words(node)), " ", element("p", {}, this.beside(i)))));
        box.addEventListener("click", () => this.zoom(i));
        box.addEventListener("keydown", (event) => this.key(event, i));
        box.addEventListener("focus", () => this.explain(i));
        this.boxes.set(i, box);
      });
      this.svg.replaceChildren(...this.boxes.values());
      const entry = this.boxes.get(focus) ?? this.boxes.get(this.zoomed) ?? this.svg.firstElementChild;
      entry?.setAttribute("tabindex", 0);
      if (focus >= 0) entry?.focus();
    }

    zoom(i) {
      this.zoomed = i === this.zoomed ? this.hierarchy.nodes[i][PARENT] : i;
      this.draw(i);
      this.explain(i);
    }

    key(event, i) {
      const nodes = this.hierarchy.nodes, siblings = nodes.flatMap((node, k) => (node[PARENT] === nodes[i][PARENT] ? [k] : []));
      const at = siblings.indexOf(i);
      const next = { ArrowDown: this.children[i][0], ArrowUp: nodes[i][PARENT], ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1] };
      if (event.key === "Enter" || event.key === " ") {
        this.zoom(i);
      } else if (event.key === "Escape") {
        this.zoomed = -1;
        this.draw(i);
      } else if (event.key in next) {
        const box = this.boxes.get(next[event.key]);
        if (box) {
          for (const other of this.boxes.values()) other.setAttribute("tabindex", -1);
          box.setAttribute("tabindex", 0);
          box.focus();
        }
      } else {
        return;
      }
      event.preventDefault();
    }

    // What a box holds, below the picture.
    explain(i) {
      const node = this.hierarchy.nodes[i];
      this.panel ??= this.svg.parentNode.appendChild(element("div", { class: "panel" }));
      const ranks = state.shown.map((run) => this.topic.rankings[run]);
      const items = node[DOCUMENTS].map((place) => {
        const at = ranks.map((ranking, run) => `${letters[run]} ${rankText(ranking.indexOf(place) + 1 || Infinity)}`).join(", ");
        const document = this.topic.documents[place], item = element("li", {}, this.documentText(document), ` (${at})`);
        for (const more of document.slice(5)) if (more) item.append(element("div", { class: "quiet" }, more));
        return item;
      });
      this.panel.replaceChildren(element("strong", {}, label(node)), `: weight ${fixed(number(node[WEIGHT]), 4)}, first rank ${this.beside(i)}; documents and their ranks:`, element("ul", {}, ...items));
    }
  }

  // ---- Choosing ------------------------------------------------------------------------------------

  function chooser(title, names, chosen, use) {
    const select = element("select", {}, ...names.map((name, i) => element("option", { value: i }, name)));
    select.value = chosen;
    select.addEventListener("change", () => use(Number(select.value)));
    return element("label", {}, title, select);
  }

  let views = [];
  let filterAgain = () => {};

  function update() {
    updatePair();
    updateHeat();
    for (const view of views) view.changed();
    filterAgain();
  }

  function filterTopics(text, status) {
    const wanted = text.trim().toLowerCase(), heat = rows(document.getElementById("heat"));
    let found = 0;
    views.forEach((view, place) => {
      const isFound = wanted === "" || view.searched().includes(wanted);
      view.box.hidden = heat[place].hidden = !isFound;
      if (isFound) ++found;
    });
    status.textContent = wanted === "" ? "" : found === 0 ? "No topic has it." : `${found} of ${views.length} topics`;
  }

  function makeControls() {
    const bar = element("div", { class: "controls", role: "group", "aria-label": "What is shown" });
    state.shown.forEach((run, i) => bar.append(chooser("Run " + letters[i], data.runs, run, (chosen) => { state.shown[i] = chosen; update(); })));
    bar.append(chooser("Measure of topics", data.measures, 0, (chosen) => { state.measure = chosen; update(); }));
    const names = [...new Set(data.topics.flatMap((topic) => topic.hierarchies.map((h) => h.name)))];
    if (names.length > 1) bar.append(chooser("Hierarchy", names, 0, (chosen) => { state.hierarchy = names[chosen]; update(); }));
    const filter = element("input", { type: "search" });
    const status = element("span", { role: "status" });
    filterAgain = () => filterTopics(filter.value, status);
    filter.addEventListener("input", filterAgain);
    bar.append(element("label", {}, "Topics with", filter), status);
    document.querySelector("header").append(bar);
  }

  // ---- Printing ------------------------------------------------------------------------------------

  let openedForPrint = [];

  function openAll() {
    openedForPrint = [...document.querySelectorAll("details:not([open])")];
    for (const details of openedForPrint) details.open = true;
    for (const view of views) view.update();
  }

  function closeAgain() {
    for (const details of openedForPrint) details.open = false;
    openedForPrint = [];
  }

  function openTarget() {
    const target = location.hash.startsWith("#topic-") && document.getElementById(location.hash.slice(1));
    if (!target) return;
    target.hidden = false;
    target.open = true;
    target.scrollIntoView();
  }

  views = [...document.querySelectorAll(".topic")].map((box, place) => new TopicView(box, place));
  document.querySelectorAll("section:not(#topics) table.sortable").forEach(makeSortable);
  makeControls();
  makePlotControls();
  for (const view of views) view.update();
  addEventListener("beforeprint", openAll);
  addEventListener("afterprint", closeAgain);
  addEventListener("hashchange", openTarget);
  openTarget();
})();
