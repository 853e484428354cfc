// The intents of a topic as cards, to be put into named groups: superintents.

const noun = "topic";
const keys = [
  ["Tab", "next"], ["1 \u2026 9", "move_to"], ["g", "new"], ["0", "out"], ["m", "move"], ["r", "label"], ["u", "undo"], ["Escape", "let_go"], ["?", "help"],
];
const isDone = (i) => answers.value(tasks[i].id)?.done === true;
const isTouched = (i) => answers.value(tasks[i].id) !== null;
const undoButton = () => "";
const nameless = (at) => words("group.nameless", { number: at + 1 });

function taskIntroduction() {
  return [element("p", {}, words("topic.what")), element("p", {}, words("topic.how"))];
}

// ---- Groups as values: every change makes a new board --------------------------------------------------

// board: { groups: [{ name, cards: [id] }], labels: { id: text }, done }
function readBoard(i) {
  const value = answers.value(tasks[i].id), known = new Set(tasks[i].cards.map((card) => card.id));
  const groups = (value?.groups ?? []).map(({ name, cards }) => ({ name, cards: cards.filter((id) => known.has(id)) }));
  return { groups, labels: { ...value?.labels }, done: value?.done === true };
}

const placeOf = (board, id) => board.groups.findIndex((group) => group.cards.includes(id));
const without = (board, ids) => ({ ...board, groups: board.groups.map((group) => ({ ...group, cards: group.cards.filter((id) => !ids.includes(id)) })) });
const withGroup = (board, at, change) => ({ ...board, groups: board.groups.map((group, k) => (k === at ? { ...group, ...change(group) } : group)) });
const addGroup = (board, cards) => ({ ...board, groups: [...board.groups, { name: "", cards }] });
const dropGroup = (board, at) => ({ ...board, groups: board.groups.filter((_, k) => k !== at) });

// To a group, out of all (-1), or to a new group (the number of groups).
function moveCard(board, id, to) {
  const rest = without(board, [id]);
  if (to < 0) return rest;
  if (to === board.groups.length) return addGroup(rest, [id]);
  return withGroup(rest, to, (group) => ({ cards: [...group.cards, id] }));
}

function mergeGroups(board, from, into) {
  const { name, cards } = board.groups[from];
  return dropGroup(withGroup(board, into, (group) => ({ name: group.name || name, cards: [...group.cards, ...cards] })), from);
}

// ---- The page of a topic -------------------------------------------------------------------------------

const view = {};
let board = null;
let earlier = [];  // boards that undo goes back to

const groupName = (at) => board.groups[at].name || nameless(at);
const labelOf = (card) => board.labels[card.id] || card.label;
const cardOf = (id) => tasks[here.task].cards.find((card) => card.id === id);

function save() {
  const groups = board.groups.filter((group) => group.cards.length > 0);
  answers.add({ task: tasks[here.task].id, value: { groups, labels: board.labels, done: board.done }, seconds: clock.take(here.task), comment: view.comment.value });
}

// `focus` names what gets the focus: the data-focus of an element.
function change(next, said, focus) {
  earlier.push(board);
  board = next;
  save();
  draw(focus);
  say(said);
}

function undo() {
  if (earlier.length === 0) return;
  board = earlier.pop();
  save();
  draw("undo");
  say(words("topic.undone"));
}

function showTask(i) {
  board = readBoard(i);
  earlier = [];
  const { number, query, description } = tasks[i].topic;
  view.title = element("h1", { tabindex: -1, ...inWords }, query || words("page.topic", { number }));
  view.progress = element("div", { class: "progress" });
  view.board = element("div", { class: "board" });
  view.comment = element("textarea", { rows: 2, maxlength: 1600, id: "comment", dir: "auto", change: save });
  view.comment.value = answers.find(tasks[i].id)?.comment ?? "";
  view.undo = button(words("page.undo"), undo, { "data-focus": "undo" });
  view.done = button("", finish, { class: "main", "data-focus": "done" });
  main.replaceChildren(
    element("header", { class: "top" }, view.progress, view.title, ...(description ? [element("p", { class: "description", ...inWords }, description)] : [])),
    view.board,
    element("section", { class: "bar", "aria-label": words("page.tools") }, element("div", { class: "under" },
      tools(view.undo, button(words("page.previous"), () => step(-1), { disabled: i === 0 }), button(words("page.next"), () => step(1), { disabled: i + 1 === tasks.length })),
      element("details", { class: "comment", open: view.comment.value !== "" }, element("summary", {}, words("page.comment")), element("label", { for: "comment", class: "unseen" }, words("topic.comment")), view.comment),
      statusBox, view.done)));
  scrollTo(0, 0);
  draw();
  view.title.focus({ preventScroll: true });
}

function step(by) {
  go(here.task + by);
  say(`${view.progress.textContent}: ${view.title.textContent}`);
}

function finish() {
  board = { ...board, done: true };
  save();
  goOn(here.task + 1);
  if (here.screen === "task") say(`${view.progress.textContent}: ${view.title.textContent}`);
}

function draw(focus) {
  const loose = tasks[here.task].cards.filter((card) => placeOf(board, card.id) < 0);
  const cards = (of) => element("ul", { class: "cards" }, ...of.map(cardItem));
  view.progress.replaceChildren(...progress());
  view.undo.disabled = earlier.length === 0;
  view.done.textContent = words(here.task + 1 === tasks.length ? "topic.done" : "topic.done_next");
  const pool = element("section", { class: "pool zone", "data-zone": -1, "aria-labelledby": "loose" },
    element("h2", { id: "loose" }, words("topic.loose", { n: loose.length })), loose.length > 0 ? cards(loose) : element("p", { class: "quiet" }, words("topic.none_loose")));
  const groups = board.groups.map((group, at) => groupSection(group, at, cards));
  const fresh = element("section", { class: "fresh zone", "data-zone": board.groups.length, "aria-label": words("group.new") },
    element("p", { class: "quiet" }, words("topic.drop")),
    button(words("group.new"), () => change(addGroup(board, []), words("group.made", { number: board.groups.length + 1 }), `name-${board.groups.length}`), { "data-focus": "new" }));
  view.board.replaceChildren(pool, element("div", { class: "groups" }, ...groups, fresh));
  measureFrame();
  if (focus) (main.querySelector(`[data-focus="${CSS.escape(focus)}"]:enabled`) ?? view.title).focus();
}

function groupSection(group, at, cards) {
  const name = element("input", {
    id: `name-${at}`, "data-focus": `name-${at}`, maxlength: 160, dir: "auto", placeholder: words("group.name"), autocomplete: "off",
    change: () => nameGroup(at, wellFormed(name.value.trim())),
  });
  name.value = group.name;
  const others = board.groups.length > 1;
  const contents = group.cards.length > 0 ? cards(group.cards.map(cardOf)) : element("p", { class: "quiet" }, words("group.empty"));
  const section = element("section", { class: "group zone", "data-zone": at },
    element("h2", {}, element("label", { for: `name-${at}` }, words("group.with_count", { name: nameless(at), n: group.cards.length }))), name, contents,
    element("div", { class: "tools" },
      button(words("group.merge"), () => askMerge(at), { "data-focus": `merge-${at}`, disabled: !others }),
      button(words("group.split"), () => askSplit(at), { "data-focus": `split-${at}`, disabled: group.cards.length < 2 }),
      button(words("group.remove"), () => change(dropGroup(board, at), words("group.removed", { group: groupName(at) }), "new"))));
  labelSection(section, at);
  return section;
}

// For those who hear the page.
function labelSection(section, at) {
  section.setAttribute("aria-label", groupName(at) === nameless(at) ? nameless(at) : words("group.named", { group: nameless(at), name: groupName(at) }));
  for (const one of section.querySelectorAll(":scope > .tools button")) one.setAttribute("aria-label", `${one.textContent} ${groupName(at)}`);
}

// Draws nothing anew: a name often ends with a press on another button, which must stay where it is.
function nameGroup(at, name) {
  earlier.push(board);
  board = withGroup(board, at, () => ({ name }));
  save();
  labelSection(view.board.querySelector(`.group[data-zone="${at}"]`), at);
  view.undo.disabled = false;
}

function cardItem(card) {
  const label = labelOf(card), documents = card.documents.map((d) => element("li", inWords, documentTitle(d)));
  const item = element("li", { class: "card", "data-card": card.id },
    element("div", { class: "handle", pointerdown: (event) => startDrag(event, item, card) },
      element("span", { class: "grip", "aria-hidden": "true" }, "\u2807"), element("h3", inWords, label)));
  if (label !== card.label) item.append(element("p", { class: "quiet", ...inWords }, card.label));
  if (card.terms?.length > 0) item.append(element("p", { class: "terms", ...inWords }, card.terms.join(" \u00b7 ")));
  if (documents.length > 0) item.append(element("ul", { class: "titles" }, ...documents.slice(0, 3)));
  if (documents.length > 3) item.append(element("details", {}, element("summary", {}, words("card.more", { n: documents.length - 3 })), element("ul", { class: "titles" }, ...documents.slice(3))));
  item.append(element("div", { class: "tools" },
    button(words("card.move"), () => askMove(card), { "data-focus": `move-${card.id}`, "aria-label": words("card.move_of", { card: label }) }),
    button(words("card.label"), () => askLabel(card), { "data-focus": `label-${card.id}`, "aria-label": words("card.label_of", { card: label }) })));
  item.addEventListener("keydown", (event) => cardKey(event, card));
  return item;
}

// ---- Changes that are asked for --------------------------------------------------------------------------

function move(card, to) {
  if (to === placeOf(board, card.id)) return say(words("card.there", { card: labelOf(card) }));
  const next = moveCard(board, card.id, to);
  const key = to < 0 ? "card.moved_out" : to === board.groups.length ? "card.moved_new" : "card.moved";
  const group = to < 0 || to === board.groups.length ? "" : groupName(to);
  change(next, words(key, { card: labelOf(card), group, n: next.groups[to]?.cards.length }), `move-${card.id}`);
}

async function askMove(card) {
  const at = placeOf(board, card.id);
  const to = await openDialog(words("card.move_to", { card: labelOf(card) }), (finish) => {
    const choice = (text, place) => button(text, () => finish(place), { disabled: place === at, dir: "auto" });
    return [element("div", { class: "list" }, ...board.groups.map((_, k) => choice(`${k + 1}. ${groupName(k)}`, k)), choice(words("group.new"), board.groups.length), choice(words("card.to_none"), -1)),
      element("p", { class: "actions" }, button(words("page.cancel"), () => finish()))];
  });
  if (to !== undefined) move(card, to);
}

async function askLabel(card) {
  const text = await openDialog(words("card.label_title"), (finish) => {
    const onKey = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();  // it is not for the button that gets the focus
      finish(input.value);
    };
    const input = element("input", { id: "label", maxlength: 160, dir: "auto", autocomplete: "off", keydown: onKey, focus: () => input.select() });
    input.value = labelOf(card);
    return [element("p", {}, element("label", { for: "label" }, words("card.label_field")), input), element("p", { class: "actions" }, button(words("card.label_change"), () => finish(input.value), { class: "main" }), button(words("page.cancel"), () => finish()))];
  });
  if (text === undefined || text.trim() === labelOf(card)) return;
  const { [card.id]: _, ...labels } = board.labels;
  const label = wellFormed(text.trim()) || card.label;
  change({ ...board, labels: label === card.label ? labels : { ...labels, [card.id]: label } }, words("card.label_is", { label }), `label-${card.id}`);
}

async function askMerge(at) {
  const into = await openDialog(words("group.merge_with", { group: groupName(at) }), (finish) => [
    element("div", { class: "list" }, ...board.groups.flatMap((_, k) => (k === at ? [] : [button(`${k + 1}. ${groupName(k)}`, () => finish(k), { dir: "auto" })]))),
    element("p", { class: "actions" }, button(words("page.cancel"), () => finish()))]);
  if (into !== undefined) change(mergeGroups(board, at, into), words("group.merged", { group: groupName(at), other: groupName(into) }), `name-${into > at ? into - 1 : into}`);
}

async function askSplit(at) {
  const chosen = await openDialog(words("group.split_of", { group: groupName(at) }), (finish) => {
    const boxes = board.groups[at].cards.map((id) => element("input", { type: "checkbox", value: id, id: `part-${id}` }));
    return [element("p", {}, words("group.split_which")),
      element("div", { class: "list" }, ...boxes.map((box) => element("div", {}, box, " ", element("label", { for: box.id, ...inWords }, labelOf(cardOf(box.value)))))),
      element("p", { class: "actions" }, button(words("group.split_now"), () => finish(boxes.filter((box) => box.checked).map((box) => box.value)), { class: "main" }), button(words("page.cancel"), () => finish()))];
  });
  if (chosen?.length > 0) change(addGroup(without(board, chosen), chosen), words("group.split_done", { n: chosen.length }), `name-${board.groups.length}`);
}

// ---- Keys --------------------------------------------------------------------------------------------------

function cardKey(event, card) {
  if (!isForPage(event) || !keysAreOn()) return;
  const to = /^[0-9]$/.test(event.key) ? Number(event.key) - 1 : event.key === "g" ? board.groups.length : undefined;
  const ask = { m: askMove, r: askLabel }[event.key];
  if (to === undefined && !ask) return;
  event.preventDefault();
  if (ask) ask(card);
  else if (to <= board.groups.length) move(card, to);
  else say(words("group.missing", { number: to + 1 }));
}

document.addEventListener("keydown", (event) => {
  if (here.screen !== "task" || !isForPage(event)) return;
  if (event.key === "?") showHelp();
  else if (event.key === "u" && keysAreOn()) undo();
  else return;
  event.preventDefault();
});

// ---- Dragging: mouse and pen by the head of a card, fingers by its grip so that they can scroll ---------------

function startDrag(event, item, card) {
  if (event.button !== 0 || (event.pointerType === "touch" && !event.target.closest(".grip"))) return;
  const handle = event.currentTarget;
  const drag = { x: event.clientX, y: event.clientY, ghost: null, zone: null }, listening = new AbortController(), { signal } = listening;
  const end = () => {
    listening.abort();
    clearInterval(drag.timer);
    drag.ghost?.remove();
    drag.zone?.classList.remove("over");
    item.classList.remove("dragged");
  };
  handle.setPointerCapture(event.pointerId);
  handle.addEventListener("pointermove", (moved) => moveDrag(drag, item, moved), { signal });
  handle.addEventListener("pointercancel", end, { signal });
  handle.addEventListener("pointerup", () => {
    end();
    if (drag.ghost && drag.zone) move(card, Number(drag.zone.dataset.zone));
  }, { signal });
  addEventListener("keydown", (pressed) => { if (pressed.key === "Escape") end(); }, { signal });
}

function moveDrag(drag, item, { clientX, clientY }) {
  if (!drag.ghost) {
    if (Math.hypot(clientX - drag.x, clientY - drag.y) < 5) return;
    drag.ghost = element("div", { class: "ghost", "aria-hidden": "true" }, item.querySelector("h3").textContent);
    document.body.append(drag.ghost);
    item.classList.add("dragged");
    drag.timer = setInterval(() => scrollBy({ top: drag.y < 80 ? -12 : drag.y > innerHeight - 80 ? 12 : 0, behavior: "instant" }), 16);
  }
  drag.x = clientX;
  drag.y = clientY;
  drag.ghost.style.transform = `translate(${clientX + 8}px, ${clientY + 8}px)`;
  const zone = document.elementFromPoint(clientX, clientY)?.closest(".zone") ?? null;
  if (zone === drag.zone) return;
  drag.zone?.classList.remove("over");
  zone?.classList.add("over");
  drag.zone = zone;
}

// Answers from the server or another tab. What is drawn here is replaced by what counts.
answers.changed = (changed) => {
  renewStart();
  if (here.screen !== "task" || !changed.has(tasks[here.task].id)) return;
  board = readBoard(here.task);
  earlier = [];
  draw(document.activeElement?.dataset?.focus);
};

showStart();
connection.run();
