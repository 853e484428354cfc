// Sorting, choosing and zooming. All that it shows is made of text nodes, never of markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const runs = data.runs.length;
  const state = { shown: [...data.shown], measure: 0, hierarchy: "" };
  const letters = ["A", "B"];
  const scoresOf = once((m) => numbersOf(data.scores[m]).map((x) => x * data.unit)), testsOf = once((m) => numbersOf(data.tests[m]));
  const score = (m, t, r) => number(scoresOf(m)[t * runs + r]);

  // The documents, hierarchies and ranked lists of a topic.
  const topicOf = once((place) => {
    const [name, query, text, ranks] = data.topics[place], topic = { name, query, ...JSON.parse(textOf(text)) };
    let last = "";
    for (const document of topic.documents) last = document[0] = last.slice(0, document[0].charCodeAt(0) - 48) + document[0].slice(1);
    const numbers = numbersOf(ranks);
    topic.rankings = data.runs.map(() => []);
    let at = 0;
    for (const ranking of topic.rankings) for (let left = numbers[at++]; left > 0; --left) ranking.push(numbers[at++]);
    return topic;
  });

  // What is closed of a large page, when it is opened: markup of the program, as the rest of the page is.
  function unfold(details) {
    const { kept, size } = details.dataset;
    if (!kept) return;
    details.removeAttribute("data-kept");
    details.append(...new DOMParser().parseFromString(textOf([Number(size), kept]), "text/html").body.childNodes);
    if (!details.classList.contains("topic")) details.querySelectorAll("table.sortable").forEach(makeSortable);
  }

  const cell = (text) => element("td", {}, text);
  const captionOf = (table) => table.closest("figure").firstElementChild;

  // ---- Two runs ------------------------------------------------------------------------------------

  const mean = (m, r) => number(data.means[m][r]);

  // Of two runs by a measure (report/page/tested_numbers.h); p and the ends of the interval have four decimals.
  function pairTest(m, a, b) {
    if (a === b) return { p: 1, isSignificant: false, low: 0, high: 0, wins: 0, losses: 0 };
    const isTurned = a > b, [first, second] = isTurned ? [b, a] : [a, b];
    const pairs = (runs * (runs - 1)) / 2, place = first * runs - (first * (first + 1)) / 2 + second - first - 1;
    const [p, width, centre, wins, losses] = [0, 1, 2, 3, 4].map((column) => testsOf(m)[column * pairs + place]);
    const middle = centre + 2 * Math.floor((data.means[m][first] - data.means[m][second] + 50000) / 100000);
    const ends = [(middle - width) / 2e4, (middle + width) / 2e4], counts = [wins, losses], scores = scoresOf(m);
    for (let t = 0; t < data.topics.length; ++t) {
      const difference = (scores[t * runs + first] || 0) - (scores[t * runs + second] || 0);
      if (Math.abs(difference) > 1) ++counts[difference > 0 ? 0 : 1];
    }
    if (isTurned) counts.reverse();
    const [low, high] = isTurned ? [-ends[1], -ends[0]] : ends;
    return { p: Math.floor(p / 2) / 1e4, isSignificant: p % 2 === 1, low, high, wins: counts[0], losses: counts[1] };
  }

  function updatePair() {
    const table = document.getElementById("pair"), [a, b] = state.shown;
    document.querySelectorAll("#runs .run-a").forEach((name) => name.replaceChildren(element("bdi", {}, data.runs[a])));
    document.querySelectorAll("#runs .run-b").forEach((name) => name.replaceChildren(element("bdi", {}, data.runs[b])));
    if (!table) return;
    rows(table).forEach((row, m) => {
      const test = pairTest(m, a, b);
      const end = (x, infinite) => (Number.isNaN(x) ? infinite : signed(x));
      const texts = [
        fixed(mean(m, a), 4), fixed(mean(m, b), 4), signed(mean(m, a) - mean(m, b)),
        end(test.low, "\u2212\u221e") + " to " + end(test.high, "\u221e"),
        pText(test.p, number(data.leastP)) + (test.isSignificant ? " *" : ""),
        test.wins, test.losses, data.topics.length - test.wins - test.losses, pText(signTest(test.wins, test.losses)),
      ];
      texts.forEach((text, i) => { row.cells[i + 1].textContent = text; });
    });
    sortRows(table);
  }

  // ---- Topics by runs ------------------------------------------------------------------------------

  // Of a large table there are no rows but those that can be seen, and some around them.
  class HeatMap {
    constructor() {
      this.table = document.getElementById("heat");
      this.isLarge = this.table.classList.contains("tall");
      this.scroller = this.table.closest(".wide");
      this.isFound = () => true;
      this.table.drawSorted = () => this.sort();
      if (!this.isLarge) return;
      this.scroller.addEventListener("scroll", () => this.draw());
      addEventListener("resize", () => this.draw());
      this.update();
    }

    update() {
      const all = scoresOf(state.measure);
      this.low = Infinity;
      let high = -Infinity;
      for (const x of all) {
        if (x < this.low) this.low = x;
        if (x > high) high = x;
      }
      this.range = high - this.low || 1;
      captionOf(this.table).querySelector(".what").textContent = data.measures[state.measure];
      this.sort();
    }

    difference(t) {
      return score(state.measure, t, state.shown[0]) - score(state.measure, t, state.shown[1]);
    }

    // What the cell of a column is sorted by.
    value(t, column) {
      if (column === 0) return /^[-+\d.]/.test(data.topics[t][0]) ? parseFloat(data.topics[t][0]) : data.topics[t][0];
      return data.shown.length > 1 && column === 1 ? this.difference(t) : score(state.measure, t, column - (data.shown.length > 1 ? 2 : 1));
    }

    sort() {
      if (this.range === undefined) {
        this.update();
        return;
      }
      const head = [...this.table.tHead.rows[0].cells].find((cellOf) => cellOf.hasAttribute("aria-sort"));
      this.order = [...data.topics.keys()];
      if (head) {
        const sign = head.getAttribute("aria-sort") === "ascending" ? 1 : -1, values = this.order.map((t) => this.value(t, head.cellIndex));
        this.order.sort((s, t) => sign * compare(values[s], values[t]));
      }
      this.filter(this.isFound);
    }

    filter(isFound) {
      this.isFound = isFound;
      if (!this.order) {
        this.update();
        return;
      }
      this.listed = this.order.filter(isFound);
      this.drawn = "";
      this.draw();
    }

    row(t) {
      const [name, query] = data.topics[t], head = element("th", { scope: "row" }, element("a", { href: `#topic-${t + 1}` }, element("bdi", {}, name)));
      if (query) head.append(" ", element("span", { class: "quiet" }, element("bdi", {}, query)));
      const made = element("tr", this.isLarge ? { "aria-rowindex": this.listed.indexOf(t) + 2 } : {}, head);
      if (data.shown.length > 1) made.append(element("td", { class: "n d" }, signed(this.difference(t))));
      const scores = scoresOf(state.measure);
      for (let r = 0; r < runs; ++r) {
        const x = scores[t * runs + r];
        made.append(element("td", { class: "h" + Math.min(9, Math.floor((10 * (x - this.low)) / this.range)) }, fixed(number(x), 2)));
      }
      return made;
    }

    // The first row that is drawn, and the one behind the last.
    part() {
      if (!this.isLarge || this.isPrinted) return [0, this.listed.length];
      const height = this.rowHeight ?? 24, more = 8, step = 8;
      const first = Math.floor((this.scroller.scrollTop / height - more) / step) * step;
      return [Math.max(0, first), Math.min(this.listed.length, first + 2 * more + step + Math.ceil(this.scroller.clientHeight / height))];
    }

    draw() {
      const [first, end] = this.part();
      if (this.drawn === `${first} ${end}`) return;
      this.drawn = `${first} ${end}`;
      const made = this.listed.slice(first, end).map((t) => this.row(t)), height = this.rowHeight ?? 24;
      const space = (count) => element("tr", { "aria-hidden": "true", class: "space" }, element("td", { height: count * height }));
      if (first > 0) made.unshift(space(first));
      if (end < this.listed.length) made.push(space(this.listed.length - end));
      this.table.tBodies[0].replaceChildren(...made);
      if (!this.isLarge || this.rowHeight || first === end) return;
      this.table.setAttribute("aria-rowcount", data.topics.length + 1);
      this.rowHeight = this.table.tBodies[0].rows[0].getBoundingClientRect().height || undefined;
      this.drawn = "";
      this.draw();
    }
  }

  // ---- One measure against another -----------------------------------------------------------------

  function drawPlot(area, mx, my) {
    const axisOf = (m) => ({ name: data.measures[m], values: data.runs.map((_, r) => mean(m, r)) });
    area.querySelector("figcaption").textContent = `${data.measures[my]} against ${data.measures[mx]}`;
    area.querySelectorAll("figure > svg").forEach((svg) => svg.replaceWith(plot(svg.viewBox.baseVal.width, axisOf(mx), axisOf(my), data.runs)));
    const table = document.getElementById("points");
    [mx, my].forEach((m, i) => { table.tHead.rows[0].cells[i + 1].querySelector("button").textContent = data.measures[m]; });
    rows(table).forEach((row, r) => {
      row.cells[0].textContent = `${r + 1} ${data.runs[r]}`;
      row.cells[1].textContent = fixed(mean(mx, r), 4);
      row.cells[2].textContent = fixed(mean(my, r), 4);
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

  const [NAME, PARENT, FIRST, LAYER, INTENT, LEFT, WIDTH, WEIGHT, SIMILARITY, DOCUMENTS, TEXT] = Array(11).keys();

  function firstRanks(topic, nodes, run) {
    const rank = new Map();
    topic.rankings[run].forEach((document, i) => rank.set(document, i + 1));
    return nodes.map((node) => node[DOCUMENTS].reduce((best, document) => Math.min(best, rank.get(document) ?? Infinity), Infinity));
  }

  const rankText = (rank) => (Number.isFinite(rank) ? String(rank) : dash);
  const label = (node) => node[NAME] + (node[TEXT] ? " " + node[TEXT] : "");
  const words = (node, text = node[TEXT]) => [element("em", {}, node[NAME]), ...(text ? [" ", element("span", {}, text)] : [])];
  const colour = (node) => "i" + (node[INTENT] >= 0 && node[INTENT] < 24 ? node[INTENT] : "x");
  const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

  class TopicView {
    constructor(box, place) {
      this.box = box;
      this.place = place;
      this.zoomed = -1;
      this.isStale = true;
      this.summary = box.querySelector(".scores");
      box.addEventListener("toggle", () => this.update());
    }

    get topic() {
      return topicOf(this.place);
    }

    // What it is made of, once it has been opened.
    find() {
      if (this.svg !== undefined) return;
      unfold(this.box);
      this.words = this.box.querySelector(".words");  // of what is shown at first
      this.svg = this.box.querySelector(".icicle");  // none where the intents are all there is
      this.tree = this.box.querySelector(".tree");
      if (this.svg) new ResizeObserver(() => this.fitWords()).observe(this.svg);
      this.intents = this.box.querySelector(".intents");  // none of a topic as a whole
      this.nodes = this.box.querySelector(":scope details table");
      this.lists = [...this.box.querySelectorAll(".lists table")];  // none of answers
      this.box.querySelectorAll("table.sortable").forEach(makeSortable);
    }

    changed() {
      const scores = state.shown.map((run, i) => letters[i] + " " + fixed(score(state.measure, this.place, run), 4));
      this.summary.textContent = data.measures[state.measure] + " " + scores.join(" ");
      this.isStale = true;
      this.update();
    }

    // Does the filter find the text, in lower case, in query, intents, relevant documents or those of the shown lists?
    has(wanted) {
      const documents = this.topic.documents, textOfDocument = ([docno, , , , title = ""]) => (docno + "\n" + title).toLowerCase();
      this.searched ??= [this.topic.name, this.topic.query, ...this.topic.intents.map((intent) => intent[1])].join("\n").toLowerCase() + "\n" +
        documents.filter((document) => document[3]?.length).map(textOfDocument).join("\n");
      return this.searched.includes(wanted) ||
        state.shown.some((run) => this.topic.rankings[run].some((i) => textOfDocument(documents[i]).includes(wanted)));
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
      this.find();
      this.updateWords();
      this.hierarchy = this.topic.hierarchies.find((h) => h.name === state.hierarchy) ?? this.topic.hierarchies[0];
      if (this.zoomed >= this.hierarchy.nodes.length) this.zoomed = -1;
      this.first = state.shown.map((run) => firstRanks(this.topic, this.hierarchy.nodes, run));
      if (this.intents) this.updateIntents();
      this.lists.forEach((table, i) => this.updateList(table, i));
      if (!this.svg) return;
      const { name, layers, nodes } = this.hierarchy, kind = this.topic.hierarchies.length === 1 && name === "intents" ? "Intents" : "Hierarchy " + name;
      this.box.querySelector("figcaption .what").textContent = `${kind}: ${counted(layers, "layer")}, ${counted(nodes.length, "node")}`;
      this.children = this.hierarchy.nodes.map(() => []);
      this.hierarchy.nodes.forEach((node, i) => node[PARENT] >= 0 && this.children[node[PARENT]].push(i));
      this.updateNodes();
      this.draw();
    }

    // The ranks that cover them first; of answers, how far they support a nugget, or do what is a penalty.
    updateIntents() {
      const { documents, intents, penalties, rankings } = this.topic;
      const gradeOf = (grades = [], intent) => grades.find((_, k) => k % 2 === 1 && grades[k - 1] === intent) ?? 0;
      state.shown.forEach((run, i) => rows(this.intents).forEach((row, n) => {
        const grades = n < intents.length ? rankings[run].map((place) => gradeOf(documents[place][3], n)) : [penalties[n - intents.length][run]];
        row.cells[row.cells.length - state.shown.length + i].textContent = this.lists.length > 0 ?
          rankText(grades.findIndex((grade) => grade > 0) + 1 || Infinity) : [dash, "in part", "full"][Math.min(2, Math.max(0, ...grades))];
      }));
      sortRows(this.intents);
    }

    updateNodes() {
      const made = this.hierarchy.nodes.map((node, i) => {
        const row = element("tr", {}, element("th", {}, label(node)));
        const similarity = node[SIMILARITY] === null ? dash : fixed(number(node[SIMILARITY]), 3);
        row.append(...[node[LAYER], fixed(number(node[WEIGHT]), 4), similarity, node[DOCUMENTS].length].map(cell));
        row.append(...this.first.map((first) => cell(rankText(first[i]))));
        const docnos = this.children[i].length > 0 ? [] : node[DOCUMENTS].map((place) => this.topic.documents[place][0]);
        row.append(cell(docnos.length <= 3 ? docnos.join(" ") :
          element("details", {}, element("summary", {}, `${docnos[0]} and ${docnos.length - 1} more`), docnos.slice(1).join(" "))));
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
          found.push(this.intents ? this.topic.intents[grades[k]][0] + (grades[k + 1] === 1 ? "" : ` (${grades[k + 1]})`) : grades[k + 1]);
        }
        const fresh = nodes.filter((_, n) => this.first[i][n] === at + 1).map((node) => node[NAME]);
        return element("tr", {}, cell(at + 1), element("td", {}, this.documentText(document)), cell(gain ? fixed(number(gain), 3) : ""),
          cell(found.join(", ") || element("span", { class: isJudged ? "quiet" : "unjudged" }, isJudged ? "not relevant" : "not judged")), ...(this.svg ? [cell(fresh.join(", "))] : []));
      });
      table.inOrder = made;
      sortRows(table);
    }

    // Docno, and title with a link where it may lead there.
    documentText(document) {
      const [docno, , , , title = "", url = ""] = document;
      const made = element("span", {}, element("bdi", { class: "id" }, docno));
      if (!title && !url) {
        if (data.texts) made.append(" ", element("span", { class: "quiet" }, "no text"));
        return made;
      }
      const text = element("bdi", {}, title || url);
      const mayLead = /^https?:\/\/[^\s"<>\\^`{|}]*$/i.test(url);
      made.append(" ", mayLead ? element("a", { href: url }, text) : text);
      return made;
    }

    // -- the icicle

    coverage(i) {
      return this.first.map((first, run) => `${letters[run]} ${rankText(first[i])}`).join(" \u00b7 ");
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
        element("span", { class: "key " + colour(node) }), ...words(node), " ", element("small", {}, this.coverage(i))));
      this.tree.replaceChildren(...items);
      this.hierarchy.nodes.forEach((node, i) => {
        const span = this.span(i);
        if (!span) return;
        const covered = this.first.map((first) => Number.isFinite(first[i]));
        const kind = covered[0] && covered[1] ? "both" : covered[0] ? "a" : covered[1] ? "b" : "none";
        const shown = withoutQuery(node[TEXT], this.topic.query), whole = shown === (node[TEXT] ?? shown) ? "" : ` (${node[TEXT]})`;
        const text = `${node[NAME]}${shown ? " " + shown : ""} ${this.coverage(i)}`, numbers = `weight ${fixed(number(node[WEIGHT]), 4)}, documents ${node[DOCUMENTS].length}`;
        const box = element("svg", {
          x: (100 * span[0]).toFixed(2) + "%", y: rowHeight * (node[FIRST] - 1), width: (100 * span[1]).toFixed(2) + "%",
          height: rowHeight * (node[LAYER] - node[FIRST] + 1), class: `${kind} ${colour(node)}`,
          role: "treeitem", "aria-level": node[LAYER], "aria-selected": i === this.zoomed, "aria-label": `${text}${whole}: ${numbers}`, tabindex: -1,
        }, element("title", {}, text + whole), element("rect"), element("foreignObject", { "aria-hidden": "true", width: "100%", height: "100%" },
          element("div", {}, element("p", {}, ...words(node, shown)), " ", element("p", {}, this.coverage(i)))));
        box.addEventListener("click", () => this.zoom(i));
        box.addEventListener("keydown", (event) => this.key(event, i));
        box.addEventListener("focus", () => this.explain(i));
        this.boxes.set(i, box);
      });
      this.svg.replaceChildren(...this.boxes.values());
      this.fitWords();
      const entry = this.boxes.get(focus) ?? this.boxes.get(this.zoomed) ?? this.svg.firstElementChild;
      entry?.setAttribute("tabindex", 0);
      if (focus >= 0) entry?.focus();
    }

    // Hides the words for which there is no room. On paper widths are others, and CSS alone cuts, within words if need be.
    fitWords(isPrinted = false) {
      const lines = [...this.boxes ?? []].map(([i, box]) => [box.querySelector("p"), withoutQuery(this.hierarchy.nodes[i][TEXT], this.topic.query), this.tree.children[i]]);
      for (const [line, text] of lines) {
        line.hidden = false;
        if (text) line.lastChild.textContent = text;
      }
      if (isPrinted) return;
      for (const [line, text, item, size] of lines.map(([line, text, item]) => [line, text, item, fittingLetters(line, text)])) {
        line.hidden = size === null;
        item.classList.toggle("cut", size === null || size < text?.length);
        if (size < text?.length) line.lastChild.replaceChildren(text.slice(0, size), element("i", {}, text.slice(size)));
      }
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
      this.panel.replaceChildren(element("strong", {}, label(node)), `: weight ${fixed(number(node[WEIGHT]), 4)}, first rank ${this.coverage(i)}; documents and their ranks:`, element("ul", {}, ...items));
    }
  }

  // ---- Choosing ------------------------------------------------------------------------------------

  function chooser(title, names, chosen, use) {
    const select = element("select", {}, ...names.map((name, i) => element("option", { value: i }, name)));
    select.value = chosen;
    select.addEventListener("change", () => use(Number(select.value)));
    return element("label", {}, title, select);
  }

  let views = [], heat;
  let filterAgain = () => {};

  function update() {
    updatePair();
    heat.update();
    for (const view of views) view.changed();
    filterAgain();
  }

  function filterTopics(text, status) {
    const wanted = text.trim().toLowerCase(), isFound = views.map((view) => wanted === "" || view.has(wanted));
    views.forEach((view, place) => { view.box.hidden = !isFound[place]; });
    heat.filter((place) => isFound[place]);
    const found = isFound.filter(Boolean).length;
    status.textContent = wanted === "" ? "" : found === 0 ? "No topic has it." : `${found} of ${views.length} topics`;
  }

  function makeControls() {
    const bar = element("div", { class: "controls", role: "group", "aria-label": "What is shown" });
    state.shown.forEach((run, i) => bar.append(chooser("Run " + letters[i], data.runs, run, (chosen) => { state.shown[i] = chosen; update(); })));
    bar.append(chooser("Measure of topics", data.measures, 0, (chosen) => { state.measure = chosen; update(); }));
    const names = data.hierarchies;
    if (names.length > 1) bar.append(chooser("Hierarchy", names, 0, (chosen) => { state.hierarchy = names[chosen]; update(); }));
    const filter = element("input", { type: "search" });
    const status = element("span", { role: "status" });
    filterAgain = () => filterTopics(filter.value, status);
    filter.addEventListener("input", filterAgain);
    bar.append(element("label", {}, "Find topics, by words in them", filter), status);
    document.querySelector("header").append(bar);
  }

  function makeTopicsButton() {
    if (views.length < 2) return;
    const button = element("button", { type: "button" }), isAllOpen = () => views.every((view) => view.box.open);
    const name = () => { button.textContent = isAllOpen() ? "Close all topics" : "Open all topics"; };
    // Some at a time, so that a large page can be used while it opens them.
    const openMore = () => {
      const closed = views.filter((view) => !view.box.open);
      for (const view of closed.slice(0, 8)) view.box.open = true;
      name();
      if (closed.length > 8) setTimeout(openMore);
    };
    button.addEventListener("click", () => {
      if (!isAllOpen()) openMore();
      else for (const view of views) view.box.open = false;
      name();
    });
    for (const view of views) view.box.addEventListener("toggle", name);
    name();
    views[0].box.before(element("p", { class: "all" }, button));
  }

  // ---- Printing ------------------------------------------------------------------------------------

  // On paper are the first topics and those that are open, and no tables that are closed in them.
  let openedForPrint = [];

  function openForPrint() {
    openedForPrint = [...document.querySelectorAll("details:not([open])")].filter((x) => "printed" in x.dataset || !x.closest(".topic"));
    for (const details of openedForPrint) {
      details.open = true;
      unfold(details);
    }
    for (const view of views) {
      view.update();
      view.fitWords(true);
    }
    heat.isPrinted = true;
    heat.draw();
  }

  function closeAgain() {
    for (const details of openedForPrint) details.open = false;
    openedForPrint = [];
    for (const view of views) view.fitWords();
    heat.isPrinted = false;
    heat.draw();
  }

  function openTarget() {
    const target = location.hash.startsWith("#topic-") && document.getElementById(location.hash.slice(1));
    if (!target) return;
    target.hidden = false;
    target.open = true;
    views.find((view) => view.box === target)?.update();
    target.scrollIntoView();
  }

  // What the first search and another run need, while nobody waits.
  function prepare(steps) {
    if (!globalThis.requestIdleCallback) return;
    requestIdleCallback((deadline) => {
      do steps.shift()?.();
      while (steps.length > 0 && deadline.timeRemaining() > 5);
      if (steps.length > 0) prepare(steps);
    });
  }

  views = [...document.querySelectorAll(".topic")].map((box, place) => new TopicView(box, place));
  document.querySelectorAll("section:not(#topics) table.sortable").forEach(makeSortable);
  makeControls();
  makePlotControls();
  makeTopicsButton();
  heat = new HeatMap();
  for (const view of views) view.update();
  document.addEventListener("toggle", (event) => unfold(event.target), true);
  addEventListener("beforeprint", openForPrint);
  addEventListener("afterprint", closeAgain);
  addEventListener("hashchange", openTarget);
  openTarget();
  prepare([...views.map((_, place) => () => topicOf(place)), ...data.measures.flatMap((_, m) => [() => scoresOf(m), () => testsOf(m)])]);
})();
