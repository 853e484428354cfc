// The page around the program: files go into its file system in memory, command lines are those of a terminal, and what it writes is
// shown. Texts of files get onto the page through textContent alone.
"use strict";

const one = (selector) => document.querySelector(selector);
const chosen = {qrels: [], runs: [], adhoc: [], hierarchies: [], dendrograms: []};
const several = ["runs", "hierarchies"];

const example = {
  qrels: ["qrels.txt", "1 1 d1 2\n1 1 d2 1\n1 2 d3 1\n1 2 d5 1\n2 1 d6 1\n2 2 d7 2\n2 3 d8 1\n"],
  runs: [
    ["diverse", "1 Q0 d1 1 4 diverse\n1 Q0 d3 2 3 diverse\n1 Q0 d2 3 2 diverse\n1 Q0 d4 4 1 diverse\n" +
      "2 Q0 d7 1 4 diverse\n2 Q0 d6 2 3 diverse\n2 Q0 d9 3 2 diverse\n2 Q0 d8 4 1 diverse\n"],
    ["redundant", "1 Q0 d1 1 4 redundant\n1 Q0 d2 2 3 redundant\n1 Q0 d4 3 2 redundant\n1 Q0 d3 4 1 redundant\n" +
      "2 Q0 d9 1 4 redundant\n2 Q0 d7 2 3 redundant\n2 Q0 d4 3 2 redundant\n2 Q0 d6 4 1 redundant\n"],
  ],
};

// The name and bytes of a file; gzip is unpacked.
async function unpacked(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return {name: file.name, bytes};
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return {name: file.name.replace(/\.gz$/, ""), bytes: new Uint8Array(await new Response(stream).arrayBuffer())};
  } catch {
    throw new Error(`${file.name}: is not a whole gzip file`);
  }
}

async function choose(kind, files) {
  const made = [];
  for (const file of files) made.push(await unpacked(file));
  chosen[kind] = several.includes(kind) ? made : made.slice(-1);
  one(`output[for="${kind}"]`).textContent = chosen[kind].map(({name}) => name).join(", ");
}

for (const place of document.querySelectorAll("fieldset[data-files]")) {
  const kind = place.dataset.files;
  const take = (files) => choose(kind, files).catch((error) => say(error.message));
  place.querySelector("input[type=file]").addEventListener("change", (event) => take(event.target.files));
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    take(event.dataTransfer.files);
  });
}

function say(text) {
  const messages = one("#messages");
  messages.textContent = text;
  messages.hidden = text === "";
}

// A line as a terminal shows it: without colours, and without what is drawn over.
const shown = (line) => line.replace(/^[^]*(?:\r|\x1b\[K)/, "").replace(/\x1b\[[0-9;]*m/g, "");

// The program with the files that are chosen, each kind in a folder of its own.
class Program {
  static async start() {
    const program = new Program();
    program.messages = [];
    const print = (line) => {
      if (shown(line) !== "" || line === "") program.messages.push(shown(line));
    };
    program.module = await createSubintent({print, printErr: print});
    for (const [kind, files] of Object.entries(chosen)) {
      program.module.FS.mkdir(`/${kind}`);
      const names = new Set();
      for (const {name, bytes} of files) {
        if (names.has(name)) throw new Error(`two ${kind} are called ${name}; rename one`);
        names.add(name);
        program.module.FS.writeFile(`/${kind}/${name}`, bytes);
      }
    }
    return program;
  }

  // The exit code of a command line.
  run(...words) {
    return this.module.callMain(words);
  }

  // What a command line writes into a file.
  written(file, ...words) {
    if (this.run(...words, "-o", file) !== 0) throw new Error(this.messages.join("\n"));
    return this.module.FS.readFile(file);
  }
}

const paths = (kind) => chosen[kind].map(({name}) => `/${kind}/${name}`);
const measures = () => [
  ...[...document.querySelectorAll("#measures input:checked")].map((box) => box.value),
  ...(one("#others").value.trim() === "" ? [] : [one("#others").value.trim()]),
].join(",");

// NAME=FILE of all hierarchies; those of dendrograms are made first.
function hierarchies(program) {
  const named = chosen.hierarchies.map(({name}) => [name.replace(/\.[^.]*$/, ""), `/hierarchies/${name}`]);
  if (chosen.dendrograms.length > 0) {
    program.written("/WI.jsonl", "hierarchy", "--quiet", "--qrels", paths("qrels")[0], "--delta", one("#delta").value,
      paths("dendrograms")[0]);
    named.push(["WI", "/WI.jsonl"]);
  }
  return named;
}

function save(link, bytes, type) {
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([bytes], {type}));
}

// A new frame for each report, since a report takes the place of the page in it.
async function show(html) {
  const frame = one("#report");
  const fresh = frame.cloneNode();
  const ready = new Promise((resolve) => fresh.addEventListener("load", resolve, {once: true}));
  frame.replaceWith(fresh);
  await ready;
  fresh.contentWindow.postMessage(html, "*");
}

function explain(program, named) {
  one("#explaining").hidden = named.length === 0;
  one("#tree").hidden = true;
  if (named.length === 0) return;
  const file = named[0][1];
  const lines = new TextDecoder().decode(program.module.FS.readFile(file)).split("\n").filter((line) => line !== "");
  const topics = lines.map((line) => JSON.parse(line).topic);
  one("#topic").replaceChildren(...["", ...topics].map((topic) => new Option(topic)));
  one("#topic").onchange = ({target}) => {
    program.messages.length = 0;
    if (target.value === "") return;
    program.run("explain", file, "--topic", target.value);
    one("#tree").textContent = program.messages.join("\n");
    one("#tree").hidden = false;
  };
}

async function make() {
  if (chosen.qrels.length === 0) throw new Error("choose a file of judgments");
  if (chosen.runs.length === 0) throw new Error("choose at least one run");
  const program = await Program.start();
  const named = hierarchies(program);
  const options = ["--qrels", paths("qrels")[0]];
  if (chosen.adhoc.length > 0) options.push("--adhoc-qrels", paths("adhoc")[0]);
  for (const [name, file] of named) options.push("--hierarchy", `${name}=${file}`);
  if (measures() !== "") options.push("-m", measures());
  const scores = program.written("/scores.tsv", "evaluate", ...options, "--per-topic", "--format", "tsv", "--digits", "full",
    ...paths("runs"));
  const report = program.written("/report.html", "report", "--quiet", ...options, ...paths("runs"));
  save(one("#save-scores"), scores, "text/tab-separated-values");
  save(one("#save-report"), report, "text/html");
  say(program.messages.join("\n"));
  explain(program, named);
  one("#results").hidden = false;
  await show(new TextDecoder().decode(report));
}

one("#form").addEventListener("submit", async (event) => {
  event.preventDefault();
  say("Working …");
  one("#make").disabled = true;
  await new Promise((resolve) => setTimeout(resolve, 20));  // the message is seen before the work begins
  try {
    await make();
  } catch (error) {
    one("#results").hidden = true;
    say(error.message);
  }
  one("#make").disabled = false;
});

one("#example").addEventListener("click", async () => {
  await choose("qrels", [new File([example.qrels[1]], example.qrels[0])]);
  await choose("runs", example.runs.map(([name, text]) => new File([text], name)));
  one("#form").requestSubmit();
});
