"""What the command line can, Python can: each option of each command has a counterpart, or stands in a list of what has none."""
import inspect
import pathlib
import re

import pytest
import subintent
from subintent import compare

PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "man"


def options_of(command, program):
    """The options that the help of a command lists."""
    text = program(*command.split("-")[1:], "--help")
    return {name for names in re.findall(r"(?m)^ {2,6}(?:subintent )?(?:(-\w), )?(--[a-z][a-z0-9-]*)", text) for name in names if name}


# Counterparts: "function:argument", "function", or a property. Of all commands, where a command says nothing else: functions return
# what -o writes, the filters of warnings are --quiet, help() is --help.
INPUTS = {"--qrels": "Judgments:qrels", "--adhoc-qrels": "Judgments:adhoc_qrels", "--topic-grades": "Judgments:topic_grade",
          "--all-intents": "Judgments:all_intents", "--judged": "Judgments:judged", "--relevant-intents": "Judgments:all_intents",
          "--assignments": "Judgments.answers", "--topics": "Judgments:topics", "--probabilities": "Judgments:probabilities",
          "--hierarchy": "Evaluator:hierarchies", "--groups": "Evaluator:groups", "--group-targets": "Evaluator:group_targets",
          "--ordinal": "Evaluator:ordinal", "--gains": "Evaluator:gains", "--max-grade": "Evaluator:max_grade",
          "--on-duplicate": "read_run:on_duplicate", "--fingerprints": "Similarity.read_fingerprints:path",
          "--vectors": "Similarity.read_vectors:paths", "--dense": "Similarity.read_dense:npy", "--docnos": "Similarity.read_dense:docnos",
          "--similarity": "Similarity.read_fingerprints:kind", "--contrast": "cluster:contrast", "--contrast-power": "cluster:contrast_power",
          "--neighbours": "cluster:neighbours", "-m": "Evaluator:measures", "--measures": "Evaluator:measures", "--order": "Evaluator:order",
          "--run-name": "Evaluator.evaluate:runs", "--missing": "compare.significance:missing",
          "--lower-is-better": "compare.significance:lower_is_better", "--standardise": "compare.standardised", "--slices": "compare.slices",
          "--scores-format": "compare.read_scores:scores_format", "--format": "Table", "--texts": "read_texts", "--dendrograms": "read_dendrograms",
          "--preferences": "compare.preferences:preferences", "-o": "Table", "--output": "Table", "--provenance": "ScoreTable.provenance",
          "--quiet": "DataWarning", "--help": "measures"}
COUNTERPARTS = {
    "subintent": {"--version": "__version__"},
    "subintent-cluster": {"--level": "cluster:level", "--linkage": "cluster:linkage", "--background": "cluster:background", "--topic-mean": "compare.similarities", "-o": "write_dendrograms",
                          "--output": "write_dendrograms"},
    "subintent-compare": {"--pooled-run": "compare.pooling_correlation:pooled", "--superintents": "compare.delta_correlation:superintents",
                          "--also": "compare.judgments:more", "--leave-out": "compare.leave_out", "--human": "compare.judges:human",
                          "--model": "compare.judges:model", "--curves": "compare.discriminative_power"},
    "subintent-diversify": {
        "--texts": "Similarity.read_texts:documents", "--intents": "Diversifier:intents", "--probabilities": "Diversifier:probabilities", "--hierarchy": "Diversifier:hierarchies",
        "--html": "Similarity.read_texts:html", "--docno": "Similarity.read_texts:docno", "--text": "Similarity.read_texts:text", "--lambda": "Diversifier.run:lambda_", "--candidates": "Diversifier:candidates", "--depth": "write_run:depth", "--scale": "Diversifier:scale",
        "--order": "Diversifier:order", "--search": "Diversifier.search:measure", "--qrels": "Diversifier.search:qrels",
        "--lambdas": "Diversifier.search:lambdas", "--folds": "Diversifier.search:folds", "--seed": "Diversifier.search:seed",
        "--splits": "Diversifier.search:splits", "--tag": "write_run:tag", "-o": "write_run:path", "--output": "write_run:path"},
    "subintent-evaluate": {
        "--list-measures": "measures", "--scores": "evaluate:scores", "--depth": "Evaluator:depth", "--texts": "Similarity.read_texts:documents",
        "--html": "Similarity.read_texts:html", "--docno": "Similarity.read_texts:docno", "--text": "Similarity.read_texts:text",
        "--duplicates": "Evaluator:duplicates", "--duplicates-as": "Evaluator:duplicates_as", "--answered-topics": "ScoreTable.to_text:answered_topics",
        "--significance": "ScoreTable.to_text:significance", "--baseline": "ScoreTable.to_text:baseline", "--correction": "ScoreTable.to_text:correction",
        "--family": "ScoreTable.to_text:family", "--caption": "ScoreTable.to_latex:caption", "--label": "ScoreTable.to_latex:label", "--trials": "ScoreTable.to_text:trials", "--seed": "ScoreTable.to_text:seed",
        "--alpha": "ScoreTable.to_text:alpha", "--intervals": "ScoreTable.to_text:intervals", "--per-topic": "ScoreTable.to_text:per_topic",
        "--format": "ScoreTable.to_text:format", "--p-values": "ScoreTable.to_text:p_values", "--digits": "ScoreTable.to_text:digits",
        "--standardise": "ScoreTable.to_text:standardise"},
    "subintent-explain": {
        "--topic": "read_hierarchies", "--topics": "Hierarchy.draw:topics", "--texts": "Hierarchy.draw:texts", "--depth": "Hierarchy.draw:depth",
        "--intent": "Hierarchy.draw:intent", "--document": "Hierarchy.draw:document", "--text": "characteristic_terms:vectors",
        "--all": "Hierarchy.draw:all_documents", "--svg": "Hierarchy.draw_svg", "--ascii": "Hierarchy.draw:ascii"},
    "subintent-explain-losses": {"--answer": "compare.losses:answers", "--assignments": "compare.losses:answers"},
    "subintent-gate": {"--baseline": "compare.gate:baseline", "--markdown": "Table.to_markdown"},
    "subintent-hierarchy": {
        "--delta": "hierarchies:delta", "--subtopics": "hierarchies:subtopics", "--around": "hierarchies:around", "--label-topics": "with_labels:titles", "--one-subtopic": "hierarchies:one_subtopic", "--bins": "hierarchies:bins", "--weights": "hierarchies:weights",
        "--intent-weights": "hierarchies:intent_weights", "--nuggets": "read_hierarchies:path",
        "--all-intents": "read_hierarchies:all_intents", "--relevant-intents": "read_hierarchies:all_intents", "--qrels-out": "Judgments.to_dict",
        "--labels": "with_labels:labels", "--make-labels": "with_labels:texts", "--raw": "hierarchies:compress", "--superintents": "hierarchies:superintents",
        "--export": "export:format", "--topic": "hierarchies", "--topics": "export:topics", "--text": "export:terms", "-o": "write_hierarchies:path",
        "--output": "write_hierarchies:path"},
    "subintent-make": {"--recipe": "make_hierarchies:recipe", "--format": "make_hierarchies:format", "--html": "make_hierarchies:html", "--docno": "make_hierarchies:docno", "--text": "make_hierarchies:text", "--stem": "make_hierarchies:stem", "--topics": "make_hierarchies:topics", "--subtopics": "make_hierarchies:subtopics", "--subtopics-of-intents": "make_hierarchies:subtopics_of_intents", "--weights": "make_hierarchies:weights", "--intent-weights": "make_hierarchies:intent_weights"},
    "subintent-report": {
        "--significance": "report:significance", "--alpha": "report:alpha", "--trials": "report:trials", "--seed": "report:seed",
        "--correction": "report:correction", "--family": "report:family", "--margin": "report:margin", "--texts": "report:texts", "--text": "report:vectors",
        "--topic": "report:topics", "--topics": "report:topics", "--dendrograms": "report:dendrograms", "--deltas": "report:deltas",
        "--preferences": "report:preferences", "--runs": "report:only", "-o": "report:output", "--output": "report:output",
        "--scores": "report:scores", "--lower-is-better": "report:lower_is_better"},
    "subintent-simhash": {"--bits": "simhash:bits", "--within": "near_duplicates:within", "--groups": "near_duplicate_groups",
                          "-o": "fingerprint_vectors:output", "--output": "fingerprint_vectors:output"},
    "subintent-statistics": {"-o": "add_statistics:output", "--output": "add_statistics:output"},
    "subintent-tfidf": {"--statistics": "weigh_vectors:statistics", "--titles": "weigh_vectors:without", "-o": "weigh_vectors:output", "--output": "weigh_vectors:output"},
    "subintent-tokenize": {
        "--format": "read_collection:format", "--input-list": "read_collection:paths", "--docnos": "read_collection:use", "--qrels": "read_collection:use",
        "--stopwords": "Tokenizer:stopwords", "--list-stopwords": "stop_words", "--stem": "Tokenizer:stem", "--ngrams": "Tokenizer:ngrams",
        "-o": "Tokenizer.terms", "--output": "Tokenizer.terms", "--statistics": "Statistics", "--fingerprints": "simhash", "--bits": "simhash:bits",
        "--texts": "document_text", "--html": "read_collection:html", "--docno": "read_collection:docno", "--text": "read_collection:text", "--main-content": "Tokenizer:main_content", "--shard": "read_collection:paths"}}

# What only the command line has. docs/python.md tells of it.
OF_STUDIES, ALL_ROWS = "studies of people are files and a server", "how much the text shows; a Table has all rows"
NOT_IN_PYTHON = {
    "subintent-check": "readers of Python raise the first fault of a file",
    "subintent-compare": {"--svg": "charts", "--svg-limit": "charts"},
    "subintent-evaluate": {"--compat": "what other tools print", "--beta": "what other tools print", "--all-topics": "what other tools print",
                           "--min-grade": "what other tools print", "--risk-alpha": "what other tools print"},
    "subintent-explain-difference": {"--limit": ALL_ROWS},
    **dict.fromkeys(("subintent-explain-losses", "subintent-explain-redundancy"), {"--limit": ALL_ROWS, "--svg": "charts"}),
    "subintent-gate": {"--junit": "files for workflows"},
    "subintent-hierarchy": {"--check": "a list of the faults of a file; read_hierarchies() raises the first", "--probabilities-out": "the importance of nuggets as a file"},
    **dict.fromkeys(("subintent-judge-" + one for one in ("export", "import", "intents", "pages", "sample", "serve", "status")), OF_STUDIES),
    "subintent-tokenize": {"--memory": "statistics of Python are in memory"}}
EVERYWHERE = {"--threads": "all cores are used"}

COMMANDS = sorted(path.stem for path in PAGES.glob("subintent*.md"))


def of_analyses(command):
    """The options of the analyses of a command, as it writes them."""
    words = command.replace("subintent-", "", 1).replace("-", " ")
    records = [one for one in compare.records() if one.command in (words, words.partition(" ")[0])]
    return {"--" + option.name.replace("_", "-") for one in records for option in one.options}


def found(counterpart):
    name, _, argument = counterpart.partition(":")
    thing = subintent
    for part in name.split("."):
        thing = getattr(thing, part)
    assert not argument or argument in inspect.signature(thing).parameters, counterpart


@pytest.mark.parametrize("command", COMMANDS)
def test_options_have_counterparts(command, program):
    without = NOT_IN_PYTHON.get(command, {})
    if isinstance(without, str):
        return
    own = COUNTERPARTS.get(command, {})
    known = {**INPUTS, **own}
    options = options_of(command, program)
    unknown = {one for one in options if one not in known and one not in without and one not in EVERYWHERE} - of_analyses(command)
    assert not unknown, f"{command}: {sorted(unknown)} have no counterpart in the lists of this test"
    for option in options & known.keys() - without.keys():
        found(known[option])
    assert own.keys() | without.keys() <= options, f"{command} has no {sorted((own.keys() | without.keys()) - options)}"
    assert not own.keys() & without.keys()


def test_pages_are_those_of_the_commands():
    assert COUNTERPARTS.keys() | NOT_IN_PYTHON.keys() <= set(COMMANDS)


def test_the_docs_say_what_only_the_command_line_has():
    text = (PAGES.parent / "python.md").read_text(encoding="utf-8")
    section = text[text.index("## What only the command line has") :]
    for command, options in NOT_IN_PYTHON.items():
        word = command.replace("subintent-", "")
        for option in options if isinstance(options, dict) else ["judge"]:
            assert f"`{option}`" in section or f"`subintent {option}`" in section, (word, option)
