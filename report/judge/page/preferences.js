// Two lists side by side, and questions about them.

const noun = "pair";
const questions = study.questions;
const sides = [["left", "\u2190"], ["same", "="], ["right", "\u2192"]];
const keys = [
  ["\u2190", "left"], ["=", "same"], ["\u2192", "right"], ["u Backspace", "undo"], ["p", "previous"], ["n", "next"], ["c", "comment"], ["b", "break"],
  ["Space Home End", "scroll"], ["?", "help"],
];
const valueOf = (i, q) => answers.value(tasks[i].id, questions[q].id);
const isDone = (i) => questions.every((_, q) => valueOf(i, q) !== null);
const isTouched = (i) => questions.some((_, q) => valueOf(i, q) !== null);
const commentOf = (i) => answers.find(tasks[i].id, questions[0].id)?.comment ?? "";

function taskIntroduction() {
  const pressed = sides.flatMap(([, key]) => [element("kbd", {}, key), " "]).slice(0, -1);
  return [element("p", {}, words("pair.questions", { n: questions.length })), element("ul", {}, ...questions.map(({ text }) => element("li", inWords, text))),
    element("p", {}, element("span", { class: "how" }, ...parts("pair.how", { keys: pressed })), study.documents.some(({ url }) => isWebAddress(url)) ? ` ${words("pair.links")}` : "")];
}

// ---- The page of a pair, built once ------------------------------------------------------------------

const view = {};
let asked = 0;  // place of the question that keys answer
let given = [];  // answers that undo takes back, the last one last: [task, question]

function questionRow(question, q) {
  const choices = sides.map(([value, key]) => element("button", {
    type: "button", "data-value": value,
    click: (event) => {
      if (event.detail > 1) return;  // the second half of a double click is for no new pair
      if (event.detail > 0) view.query.focus({ preventScroll: true });  // so that Space scrolls
      answer(q, value);
    },
  }, element("span", { class: "key", "aria-hidden": "true" }, key), element("span", {}, words(`pair.${value}`))));
  return element("div", { class: "question", role: "group", "aria-labelledby": `question-${q}` },
    element("p", { id: `question-${q}`, ...inWords }, question.text), element("div", { class: "choices" }, ...choices));
}

const undoButton = () => button(words("page.undo"), undo, { class: "undo" });

function makeView() {
  view.progress = element("div", { class: "progress" });
  view.query = element("h1", { tabindex: -1, ...inWords });
  view.description = element("p", { class: "description", ...inWords });
  view.switches = ["pair.left_list", "pair.right_list"].map((key, side) => button(words(key), () => { view.lists.scrollLeft = side * view.lists.scrollWidth; }));
  view.head = element("header", { class: "top" }, view.progress, view.query, view.description, element("div", { class: "switch", role: "group", "aria-label": words("pair.show") }, ...view.switches));
  view.lists = element("div", { class: "lists", role: "region", "aria-label": words("pair.lists"), scroll: updateSwitch });
  view.questions = questions.map(questionRow);
  view.comment = element("textarea", { rows: 2, maxlength: 2000, id: "comment", dir: "auto", change: saveComment });
  view.commentBox = element("details", { class: "comment" }, element("summary", {}, words("page.comment")), element("label", { for: "comment", class: "unseen" }, words("pair.comment")), view.comment);
  view.undo = undoButton();
  view.previous = button(words("page.previous"), () => step(-1));
  view.next = button(words("page.next"), () => step(1));
  view.bar = element("section", { class: "bar", "aria-label": words("pair.your_answer") }, element("div", { class: "questions" }, ...view.questions),
    element("div", { class: "under" }, tools(view.undo, view.previous, view.next), view.commentBox, statusBox));
}

// Excerpts of more than 300 characters are cut (tokenize/document_text.cpp): a long one that ends in a letter or number goes on. So
// does one whose first words, up to 60 characters, are the title.
function withEllipsis(excerpt) {
  return [...excerpt].length > (excerpt.startsWith("\u2026") ? 190 : 250) && /[\p{L}\p{N}]$/u.test(excerpt) ? `${excerpt}\u2026` : excerpt;
}

function resultList(name, documents) {
  const items = documents.map((d) => {
    const { url, excerpt } = study.documents[d];
    const item = element("li", {}, element("p", { class: "title", ...inWords }, documentTitle(d)));
    if (url) item.append(element("p", { class: "url", dir: "ltr" }, url));
    if (excerpt) item.append(element("p", { class: "excerpt", ...inWords }, withEllipsis(excerpt)));
    return item;
  });
  return element("section", { "aria-label": name }, element("h2", {}, name), items.length > 0 ? element("ol", {}, ...items) : element("p", {}, words("pair.no_results")));
}

function showTask(i) {
  const task = tasks[i], { number, query, description } = task.topic;
  if (view.shown !== task.id || !view.bar?.isConnected) {
    if (!view.bar) makeView();
    view.query.textContent = query || words("page.topic", { number });
    view.description.textContent = description || "";
    view.description.hidden = !description || description === query;
    view.lists.style.setProperty("--rows", 1 + Math.max(task.left.length, task.right.length, 1));
    view.lists.replaceChildren(resultList(words("pair.left_list"), task.left), resultList(words("pair.right_list"), task.right));
    view.comment.value = commentOf(i);
    view.commentBox.open = view.comment.value !== "";
    const hadFocus = view.bar.contains(document.activeElement);
    if (!view.bar.isConnected) main.replaceChildren(view.head, view.lists, view.bar);
    view.bar.querySelector(".under").append(statusBox);
    if (!hadFocus) view.query.focus({ preventScroll: true });
    scrollTo(0, 0);
    view.lists.scrollLeft = 0;
    view.shown = task.id;
    asked = Math.max(0, questions.findIndex((_, q) => valueOf(i, q) === null));
  }
  updateAnswers();
}

function updateAnswers() {
  const i = here.task;
  view.isDone = isDone(i);
  view.progress.replaceChildren(...progress());
  view.questions.forEach((row, q) => {
    row.classList.toggle("current", q === asked);
    row.setAttribute("aria-current", q === asked ? "step" : "false");
    for (const choice of row.querySelectorAll("button")) choice.setAttribute("aria-pressed", valueOf(i, q) === choice.dataset.value);
  });
  view.undo.disabled = !given.some(([task, q]) => valueOf(task, q) !== null);
  view.previous.disabled = i === 0;
  view.next.disabled = i + 1 === tasks.length;
  updateSwitch();
  measureFrame();
}

// Which list a narrow screen shows.
function updateSwitch() {
  view.lists.tabIndex = view.lists.scrollWidth > view.lists.clientWidth ? 0 : -1;
  const isRight = view.lists.scrollLeft > (view.lists.scrollWidth - view.lists.clientWidth) / 2;
  view.switches.forEach((one, side) => one.setAttribute("aria-pressed", (side === 1) === isRight));
}

// ---- What a person does ------------------------------------------------------------------------------

function record(i, q, value, seconds) {
  const comment = q > 0 ? "" : here.screen === "task" && i === here.task ? view.comment.value : commentOf(i);
  answers.add({ task: tasks[i].id, question: questions[q].id, value, seconds, comment });
}

function answer(q, value) {
  const i = here.task, wasDone = isDone(i);
  if (q > 0) saveComment();
  record(i, q, value, clock.take(i));
  given.push([i, q]);
  const text = words(`pair.${value}`);
  const open = questions.findIndex((_, k) => valueOf(i, k) === null);
  if (open < 0 && (q + 1 === questions.length || !wasDone)) {
    goOn(i + 1);
    say(`${text}. ${here.screen === "task" ? `${view.progress.textContent}: ${view.query.textContent}` : ""}`);
  } else {
    asked = open < 0 ? q + 1 : open;
    updateAnswers();
    say(`${text}. ${questions[asked].text}`);
  }
}

// The last answer that has not been taken back.
function undo() {
  while (given.length > 0) {
    const [i, q] = given.pop();
    if (valueOf(i, q) === null) continue;
    record(i, q, null, clock.take(i));
    if (here.screen !== "task" || i !== here.task) go(i);
    asked = q;
    updateAnswers();
    say(`${words("pair.taken_back")} ${view.progress.textContent}: ${questions[q].text}`);
    return;
  }
}

function step(by) {
  const i = here.task + by;
  if (i < 0 || i >= tasks.length) return;
  saveComment();
  go(i);
  say(`${view.progress.textContent}: ${view.query.textContent}`);
}

// A comment belongs to the first question's answer, given or not.
function saveComment() {
  if (here.screen === "task" && wellFormed(view.comment.value) !== commentOf(here.task)) record(here.task, 0, valueOf(here.task, 0), 0);
}

const actions = {
  ArrowLeft: () => answer(asked, "left"), "=": () => answer(asked, "same"), ArrowRight: () => answer(asked, "right"),
  u: undo, Backspace: undo, p: () => step(-1), n: () => step(1), b: showPause, "?": showHelp,
  c: () => { view.commentBox.open = true; view.comment.focus({ preventScroll: true }); },
};

document.addEventListener("keydown", (event) => {
  if (event.repeat && event.target.closest?.(".bar button")) event.preventDefault();  // one press, one answer
  if (event.key === "Escape" && event.target === view.comment) view.query.focus();
  const action = actions[event.key];
  const isHere = here.screen === "task" || (action === undo && ["break", "end"].includes(here.screen));
  if (!action || !isHere || !isForPage(event) || (!keysAreOn() && event.key !== "?")) return;
  event.preventDefault();
  action();
});

const seedUndo = () => { given = tasks.flatMap((_, i) => questions.flatMap((__, q) => (valueOf(i, q) === null ? [] : [[i, q]]))); };

// Answers from the server or another tab: a pair that is open here and done there is left; one that was done stays.
answers.changed = (changed) => {
  seedUndo();
  renewStart();
  if (here.screen !== "task") return;
  saveComment();
  if (!view.isDone && isDone(here.task)) goOn(here.task + 1);
  else updateAnswers();
};

seedUndo();
showStart();
connection.run();
