// What both kinds of study share: answers and where they are kept, time, and the screens around the tasks.
// preferences.js or intents.js follows. All that is shown is made of text nodes, never of markup.
"use strict";

const study = JSON.parse(document.getElementById("study").textContent);
const onServer = study.mode === "server";
const main = document.getElementById("page");

// ---- Words -----------------------------------------------------------------------------------------

// The languages that the page has, one or all: what people read is in the first of theirs that is among them.
const languages = JSON.parse(document.getElementById("words").textContent);
const language = navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]]).find((tag) => Object.hasOwn(languages, tag)) ?? Object.keys(languages).find((tag, _, all) => tag === "en" || all.length === 1);
const pluralRules = new Intl.PluralRules(language);
document.documentElement.lang = language;

// A sentence in parts, with `values` at the places {name}. Where it depends on a number, that is `values.n`.
function parts(key, values = {}) {
  const phrases = languages[language];
  const text = phrases[key] ?? phrases[`${key}.${pluralRules.select(values.n)}`] ?? phrases[`${key}.other`];
  return text.split(/\{(\w+)\}/).flatMap((part, i) => (i % 2 === 0 ? part : values[part]));
}

const words = (key, values) => parts(key, values).join("");

// ---- Elements --------------------------------------------------------------------------------------

// Functions among the attributes listen to events; false and undefined leave an attribute out.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

const button = (text, click, attributes = {}) => element("button", { type: "button", click, ...attributes }, text);
const paragraphs = (text) => text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => element("p", { dir: "auto" }, part.trim()));
const inWords = { lang: study.language || false, dir: "auto" };  // for what the study says

// Half of a pair of UTF-16 units is no text that JSON may hold.
const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

// For those who hear the page.
function say(text) {
  document.getElementById("said").textContent = text;
}

const isWebAddress = (url) => /^https?:\/\/[^\s"<>\\^`{|}]*$/i.test(url);

// The title of a document, with a link where it may lead there. Its direction is that of the element around it.
function documentTitle(place) {
  const { title, url } = study.documents[place];
  const text = title || url || words("page.document", { number: place + 1 });
  if (!isWebAddress(url)) return element("span", {}, text);
  return element("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text);
}

// A modal dialog. `fill` gets a function that closes it with a result and returns what is in it;
// the result is undefined where the person closed it. `isRead`: it is to be read from its head, not filled in.
function openDialog(title, fill, isRead = false) {
  const dialog = element("dialog", { "aria-labelledby": "dialog-title" }, element("h2", { id: "dialog-title", tabindex: isRead && -1, autofocus: isRead, ...inWords }, title));
  return new Promise((resolve) => {
    let result;
    const finish = (value) => { result = value; dialog.close(); };
    dialog.addEventListener("close", () => { dialog.remove(); resolve(result); });
    dialog.append(...fill(finish));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// ---- Answers ---------------------------------------------------------------------------------------

const consentTask = "consent";  // in the place of a task
const eventFields = ["id", "task", "question", "revision", "value", "seconds", "time", "comment"];

// crypto.randomUUID() exists in secure contexts only, and a study may run on http in a laboratory.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// All events of this participant that are known here. For each task and question the one of the highest
// revision counts, of equal ones the one that was stored first. What waits to be stored is kept by the
// browser, each event under a key of its own: two tabs add and remove without looking at each other.
// Other pages may keep things in the same storage; keys that do not begin as those of this participant
// are not looked at.
class Answers {
  constructor() {
    this.prefix = `subintent/${study.storage}/`;
    this.stored = new Map();   // on the disk of the server
    this.waiting = new Map();  // in this browser alone
    this.refused = new Map();  // of those: what the server says against them
    this.best = new Map();
    this.renumbered = 0;  // answers whose id another one had
    this.isKept = true;
    this.changed = () => {};  // told the tasks that an event from elsewhere belongs to
    this.readBrowser();
    addEventListener("storage", ({ key, newValue }) => {
      const event = newValue && this.keptEvent(key, newValue);
      if (event) this.take(event);
    });
  }

  // The event that is kept under a key, if it is one of this page.
  keptEvent(key, text) {
    if (!key.startsWith(this.prefix + "event/")) return null;
    try {
      const event = JSON.parse(text);
      const isAsked = (study.consent && event.task === consentTask) || study.tasks.some((task) => task.id === event.task);
      return this.prefix + "event/" + event.id === key && isAsked ? event : null;
    } catch {
      return null;
    }
  }

  readBrowser() {
    try {
      const kept = Object.keys(localStorage).map((key) => this.keptEvent(key, localStorage.getItem(key))).filter((event) => event);
      const order = kept.sort((x, y) => x.revision - y.revision || (x.time < y.time ? -1 : 1));
      this.waiting = new Map(order.map((event) => [event.id, event]));
      this.savedEvents = Number(localStorage.getItem(this.prefix + "saved") ?? 0);
    } catch {
      this.isKept = false;
      this.savedEvents = 0;
    }
    this.count();
  }

  count() {
    this.best.clear();
    for (const event of [...this.stored.values(), ...this.waiting.values()]) this.countOne(event);
  }

  static key(task, question) {
    return JSON.stringify([task, question ?? ""]);
  }

  countOne(event) {
    const key = Answers.key(event.task, event.question), best = this.best.get(key);
    if (!best || event.revision > best.revision) this.best.set(key, event);
  }

  find(task, question) {
    return this.best.get(Answers.key(task, question));
  }

  value(task, question) {
    return this.find(task, question)?.value ?? null;
  }

  // `seconds` are added to those of earlier visits.
  add({ task, question, value, seconds, comment }) {
    const before = this.find(task, question);
    const event = {
      id: uuid(), task, question, revision: (before?.revision ?? 0) + 1, value,
      seconds: Math.round(10 * ((before?.seconds ?? 0) + seconds)) / 10,
      time: new Date().toISOString().replace(/\.\d+Z$/, "Z"), comment: wellFormed(comment),
    };
    this.keep(event);
    this.waiting.set(event.id, event);
    this.countOne(event);
    connection.run();
  }

  keep(event) {
    try {
      localStorage.setItem(this.prefix + "event/" + event.id, JSON.stringify(event));
      return true;
    } catch {
      this.isKept = false;
      return false;
    }
  }

  // An event of another tab, or of a file.
  take(event) {
    if (this.stored.has(event.id) || this.waiting.has(event.id)) return;
    this.waiting.set(event.id, event);
    this.countOne(event);
    this.changed(new Set([event.task]));
    connection.run();
  }

  markStored(ids) {
    for (const id of ids) {
      const event = this.waiting.get(id);
      if (!event) continue;
      this.stored.set(id, event);
      this.waiting.delete(id);
      try { localStorage.removeItem(this.prefix + "event/" + id); } catch { /* it was not kept */ }
    }
  }

  // The server has other answers of these ids: they get new ones, to be sent again.
  renumber(ids) {
    for (const id of ids) {
      const event = this.waiting.get(id);
      if (!event) continue;
      const renamed = { ...event, id: uuid() };
      this.waiting.set(renamed.id, renamed);
      this.waiting.delete(id);
      if (this.keep(renamed)) localStorage.removeItem(this.prefix + "event/" + id);
      ++this.renumbered;
    }
    this.count();
  }

  // Are there answers among these that are shown here, as if they counted?
  showsAny(ids) {
    return [...this.best.values()].some((event) => ids.includes(event.id));
  }

  // All events that are stored and count, from the server. What has been answered elsewhere counts here. What waits
  // is sent though its id may be among them: the answer behind the id may be another one.
  setStored(events) {
    const before = new Map(this.best);
    this.stored = new Map(events.map((event) => [event.id, event]));
    this.count();
    const tasks = [...this.best].filter(([key, event]) => before.get(key)?.id !== event.id).map(([, event]) => event.task);
    if (tasks.length > 0) this.changed(new Set(tasks));
  }

  // Those to be sent next: as many as a request may have.
  batch(limit) {
    const chosen = [];
    let bytes = 100;
    for (const event of this.waiting.values()) {
      if (this.refused.has(event.id)) continue;
      bytes += new TextEncoder().encode(JSON.stringify(event)).length + 1;
      if (chosen.length > 0 && (bytes > 200000 || chosen.length >= limit)) break;
      chosen.push(event);
    }
    return chosen;
  }

  get unsaved() {
    return this.stored.size + this.waiting.size - this.savedEvents;
  }

  // Every event as a line, for `subintent judge import`.
  saveFile() {
    const events = [...this.stored.values(), ...this.waiting.values()];
    const owner = { study: study.study, participant: study.participant };
    const lines = events.map((event) => JSON.stringify({ ...owner, ...Object.fromEntries(eventFields.map((field) => [field, event[field]])) }) + "\n");
    const link = element("a", { href: URL.createObjectURL(new Blob(lines, { type: "application/jsonl" })), download: `answers-${study.participant}.jsonl` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    this.savedEvents = events.length;
    try { localStorage.setItem(this.prefix + "saved", String(events.length)); } catch { this.isKept = false; }
    updateStatus();
    say(words("file.saved", { file: link.download }));
  }

  // Goes on from such a file. Returns how many events were new.
  readFile(text) {
    const events = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    if (events.some((event) => event.study !== study.study || event.participant !== study.participant)) throw new Error(words("file.of_others"));
    const fresh = events.filter((event) => !this.waiting.has(event.id) && !this.stored.has(event.id));
    for (const { study: _, participant: __, ...event } of fresh) {
      this.keep(event);
      this.take(event);
    }
    return fresh.length;
  }
}

// ---- The server ------------------------------------------------------------------------------------

// Asks what is stored, then sends what is not; after a failure again, later and later, up to half a minute.
class Connection {
  constructor() {
    this.isLoaded = !onServer;  // what had been stored is known
    this.isStale = onServer;    // what is stored may be more than what is known
    this.limit = 100;
    this.failures = 0;
    this.problem = "";
  }

  async run() {
    if (!onServer || this.isBusy) return updateStatus();
    this.isBusy = true;
    clearTimeout(this.timer);
    updateStatus();
    try {
      for (let events; this.isStale || (events = answers.batch(this.limit)).length > 0;) await (this.isStale ? this.load() : this.send(events));
      this.failures = 0;
      this.problem = "";
    } catch (error) {
      this.problem = error.message;
      this.timer = setTimeout(() => this.run(), Math.min(30, 2 ** this.failures++) * (750 + 500 * Math.random()));
    }
    this.isBusy = false;
    updateStatus();
  }

  // Again, with what may have been answered on another computer.
  refresh() {
    this.isStale = onServer;
    this.run();
  }

  async ask(more) {
    const options = { cache: "no-store", signal: AbortSignal.timeout(20000), ...more };
    const response = await fetch(new URL("answers", location.href), options).catch(() => { throw new Error(words("problem.no_connection")); });
    if (response.status === 404) throw new Error(words("problem.unknown_link"));
    const said = await response.json().catch(() => ({}));
    if (!response.ok && ![400, 409, 413].includes(response.status)) throw new Error(words({ 429: "problem.too_many", 503: "problem.disk" }[response.status] ?? "problem.status", { status: response.status }));
    return [response.ok || response.status === 409, said];
  }

  async load() {
    const [isGood, said] = await this.ask({});
    if (!isGood || !Array.isArray(said.events)) throw new Error(words("problem.no_answers"));
    answers.setStored(said.events);
    this.isLoaded = true;
    this.isStale = false;
    updateStatus();
  }

  async send(events) {
    const [isGood, said] = await this.ask({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ events }) });
    if (isGood) {
      const waiting = answers.waiting.size, conflicting = said.conflicting ?? [];
      answers.markStored(said.stored ?? []);
      answers.renumber(conflicting);
      if (answers.waiting.size === waiting && conflicting.length === 0) throw new Error(words("problem.stored_nothing"));
      if (answers.showsAny(said.superseded ?? [])) this.isStale = true;
      this.limit = 100;
    } else if (events.length > 1) {
      this.limit = 1;  // to find the one that it refuses
    } else {
      answers.refused.set(events[0].id, said.error || words("problem.not_valid"));
    }
    updateStatus();
  }
}

const connection = new Connection();
const answers = new Answers();

// ---- Whether all is saved, in words ----------------------------------------------------------------

function statusText() {
  const waiting = answers.waiting.size;
  if (!onServer) {
    if (!answers.isKept) return ["bad", words("status.keeps_nothing", { n: answers.unsaved })];
    if (answers.unsaved > 0) return ["busy", words("status.not_in_file", { n: answers.unsaved })];
    return ["good", words(answers.savedEvents > 0 ? "status.in_file" : "status.ready")];
  }
  if (answers.refused.size > 0) return ["bad", words("status.refused", { n: answers.refused.size, problem: [...answers.refused.values()][0] })];
  const { problem } = connection;
  if (connection.failures > 0 && waiting > 0) return ["bad", words(answers.isKept ? "status.waiting" : "status.waiting_here", { n: waiting, problem })];
  if (connection.failures > 0 && !connection.isLoaded) return ["bad", words("status.not_read", { problem })];
  if (waiting > 0 || !connection.isLoaded) return ["busy", words(waiting > 0 ? "status.saving" : "status.reading")];
  if (answers.renumbered > 0) return ["good", words("status.renumbered", { n: answers.renumbered })];
  return ["good", words(answers.stored.size > 0 ? "status.saved" : "status.ready")];
}

const statusLine = element("span", { class: "status" });
const retryButton = button(words("status.retry"), () => connection.run(), { class: "small" });
const statusBox = element("div", { class: "status-box" }, statusLine, retryButton);

function updateStatus() {
  const [kind, text] = statusText();
  if (kind !== statusLine.dataset.kind && (kind === "bad" || statusLine.dataset.kind === "bad")) say(text);
  statusLine.dataset.kind = kind;
  statusLine.textContent = text;
  retryButton.hidden = !(onServer && connection.failures > 0 && kind === "bad");
  if (startButton) startButton.disabled = !connection.isLoaded;
}

// ---- Time ------------------------------------------------------------------------------------------

// Seconds that a person was at it: no pauses, no hidden page, no three minutes without a sign of life.
const clock = {
  longest: 180000, totals: new Map(), last: 0, task: -1, isRunning: false,
  tick() {
    const now = performance.now(), gap = now - this.last;
    if (this.isRunning && gap < this.longest) this.totals.set(this.task, (this.totals.get(this.task) ?? 0) + gap);
    this.last = now;
  },
  // For a task, or for none (-1).
  run(task) {
    this.tick();
    this.task = task;
    this.isRunning = task >= 0 && !document.hidden;
  },
  // What a task has had since this was last called for it.
  take(task) {
    this.tick();
    const seconds = (this.totals.get(task) ?? 0) / 1000;
    this.totals.delete(task);
    return seconds;
  },
};

for (const sign of ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchmove"]) addEventListener(sign, () => clock.tick(), { passive: true, capture: true });
document.addEventListener("visibilitychange", () => {
  clock.run(clock.task);
  if (!document.hidden) connection.refresh();
  else if (document.activeElement?.matches("main textarea, main input")) document.activeElement.dispatchEvent(new Event("change"));  // what is half written is kept
});
addEventListener("pageshow", (event) => { if (event.persisted) connection.refresh(); });
addEventListener("online", () => connection.run());
addEventListener("beforeunload", (event) => {
  const isLost = onServer ? answers.waiting.size > 0 : answers.unsaved > 0 && (!answers.isKept || tasks.every((_, i) => isDone(i)));
  if (isLost) event.preventDefault();
});

// ---- Screens ---------------------------------------------------------------------------------------

// preferences.js and intents.js define noun, keys (each with its KEY in the words NOUN.key.KEY), isDone(i), isTouched(i), showTask(i), undoButton() and taskIntroduction().
const tasks = study.tasks;
const sessions = Math.max(1, ...tasks.map((task) => task.session));
const here = { screen: "", task: -1 };
let startButton = null;

const doneCount = () => tasks.filter((_, i) => isDone(i)).length;
const firstOpen = (from) => {
  for (let k = 0; k < tasks.length; ++k) if (!isDone((from + k) % tasks.length)) return (from + k) % tasks.length;
  return -1;
};

// Screens other than tasks: time stands still.
function show(screen, title, ...children) {
  clock.run(-1);
  here.screen = screen;
  startButton = null;
  const heading = element("h1", { tabindex: -1, ...inWords }, title);
  main.replaceChildren(element("div", { class: "sheet" }, heading, ...children, statusBox));
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
  updateStatus();
}

const saveButton = (attributes = {}) => button(words(onServer ? "file.save_copy" : "file.save"), () => answers.saveFile(), attributes);

const needsConsent = () => Boolean(study.consent) && answers.value(consentTask) !== true;

// What participants agree to before anything else. Their answer is stored as all others are.
function showConsent() {
  const box = element("input", { type: "checkbox", id: "agree", change: () => { message.textContent = ""; } });
  const message = element("p", { class: "problem", role: "alert" });
  const agree = button(words("consent.continue"), () => {
    message.textContent = box.checked ? "" : words("consent.needed");
    if (!box.checked) return box.focus();
    answers.add({ task: consentTask, value: true, seconds: 0, comment: "" });
    showStart();
  }, { class: "main" });
  show("consent", words("consent.title"), ...paragraphs(study.consent), element("p", { class: "agree" }, box, element("label", { for: "agree" }, words("consent.agree"))), message,
    element("p", { class: "actions" }, agree, onServer ? "" : readFileButton()), yourName());
  startButton = agree;
  updateStatus();
}

// Where something has come from elsewhere, and one of the screens before the tasks is shown.
function renewStart() {
  if (here.screen === "start" || (here.screen === "consent" && !needsConsent())) showStart();
}

function showStart() {
  if (needsConsent()) return showConsent();
  const done = doneCount();
  if (done === tasks.length) return showEnd();
  const n = tasks.length, counted = words(`${noun}.count`, { n });
  const size = sessions > 1 ? words("start.in_sessions", { size: counted, sessions }) : counted;
  const begin = button(words(done > 0 ? "start.continue" : "start.start"), () => goOn(0), { class: "main" });
  show("start", study.title || words("page.study"), ...paragraphs(study.instructions || ""), ...taskIntroduction(),
    element("p", {}, words(done > 0 ? "start.done" : "start.size", { n, done, size })), element("p", {}, words(onServer ? "start.on_server" : "start.in_file")),
    element("p", { class: "actions" }, begin, onServer ? "" : readFileButton()), yourName());
  startButton = begin;
  updateStatus();
}

const yourName = () => element("p", { class: "quiet" }, words("start.participant", { name: study.participant }));

function readFileButton() {
  const input = element("input", {
    type: "file", class: "unseen", tabindex: -1, "aria-label": words("file.input"),
    change: async () => {
      try {
        const fresh = answers.readFile(await input.files[0].text());
        showStart();
        say(words("file.taken", { n: fresh }));
      } catch (error) {
        message.textContent = error instanceof SyntaxError ? words("file.not_answers") : error.message;
      }
    },
  });
  const message = element("span", { class: "problem", role: "alert" });
  return element("span", {}, button(words("file.continue"), () => input.click()), input, " ", message);
}

// To the first task at or after `from` that is not done, with a break between sessions.
function goOn(from) {
  const next = firstOpen(from), before = tasks[from - 1]?.session, sessionOf = tasks[next]?.session;
  if (next < 0) return showEnd();
  const isBreak = before !== undefined && sessionOf > before && !tasks.some((task, i) => task.session === sessionOf && isTouched(i));
  if (isBreak) return showBreak(before, next);
  go(next);
}

function go(task) {
  here.screen = "task";
  here.task = task;
  startButton = null;
  clock.run(task);
  showTask(task);
  updateStatus();
}

function showBreak(session, next) {
  show("break", words("break.title", { session, sessions }), element("p", {}, words("break.thanks")),
    element("p", {}, words(onServer ? "break.on_server" : "break.in_file")),
    element("p", { class: "actions" }, button(words("break.begin", { session: session + 1 }), () => go(next), { class: "main" }), onServer ? "" : saveButton(), undoButton()));
}

function showPause() {
  show("pause", words("page.pause"), element("p", {}, words("pause.text")),
    element("p", { class: "actions" }, button(words("pause.continue"), () => go(here.task), { class: "main" }), onServer ? "" : saveButton()));
  main.querySelector(".main").focus();
}

function showEnd() {
  const n = tasks.length;
  show("end", words("end.title"), element("p", {}, n === 0 ? words("end.nothing") : words(`${noun}.all_done`, { n })),
    element("p", {}, words(onServer ? "end.on_server" : "end.in_file", { file: `answers-${study.participant}.jsonl` })),
    element("p", { class: "actions" }, onServer ? "" : saveButton({ class: "main" }), tasks.length > 0 ? button(words("end.again"), () => go(tasks.length - 1)) : "", undoButton()));
}

function showHelp() {
  const keysRow = ([key, meaning]) => [element("dt", {}, ...key.split(" ").flatMap((one, i) => [i > 0 ? words("help.or") : "", element("kbd", {}, one)])), element("dd", {}, words(`${noun}.key.${meaning}`))];
  const choice = element("input", { type: "checkbox", id: "keys", change: () => setKeys(choice.checked) });
  choice.checked = keysAreOn();
  return openDialog(words("page.help"), (finish) => [
    ...paragraphs(study.instructions || ""),
    element("h3", {}, words("help.keys")), element("dl", { class: "keys" }, ...keys.flatMap(keysRow)),
    element("p", {}, choice, " ", element("label", { for: "keys" }, words("help.use_keys"))),
    element("p", { class: "actions" }, button(words("page.close"), () => finish(), { class: "main" }), saveButton()),
  ], true);
}

// ---- Keys ------------------------------------------------------------------------------------------

function keysAreOn() {
  try { return localStorage.getItem("subintent/keys") !== "off"; } catch { return setKeys.on ?? true; }
}

function setKeys(on) {
  setKeys.on = on;
  try { localStorage.setItem("subintent/keys", on ? "on" : "off"); } catch { /* for this page only */ }
}

// A key is for the page unless it is for the browser, a dialog or a field, or is held down.
function isForPage(event) {
  const isTyping = event.target.closest?.("textarea, select, input:not([type=checkbox])");
  return !event.defaultPrevented && !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey && !event.isComposing && !isTyping && !document.querySelector("dialog[open]");
}

const tools = (...more) => element("div", { class: "tools", role: "group", "aria-label": words("page.tools") }, ...more,
  button(words("page.pause"), showPause), button(words("page.help"), showHelp, { "aria-haspopup": "dialog" }), onServer ? "" : saveButton());

// So that nothing that gets the focus is under what stays in place.
function measureFrame() {
  const height = (...parts) => parts.map((part) => main.querySelector(part)?.offsetHeight).find((pixels) => pixels > 0) ?? 0;
  main.style.setProperty("--head", `${height(".top", ".top h1")}px`);
  main.style.setProperty("--foot", `${height(".bar", ".questions")}px`);
}

addEventListener("resize", measureFrame);

function progress() {
  const place = words(`${noun}.place`, { at: here.task + 1, all: tasks.length });
  const name = sessions > 1 ? words("page.place_in_session", { place, session: tasks[here.task].session, sessions }) : place;
  return [element("progress", { max: tasks.length, value: doneCount(), "aria-label": words("page.done_of", { done: doneCount(), all: tasks.length }) }), element("span", {}, name)];
}
