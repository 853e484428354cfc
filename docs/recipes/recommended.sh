#!/bin/sh
# recommended.sh QRELS LANGUAGE OUT INPUT...
#
# Makes hierarchies of subintents from a collection, by the settings of recipe-2.txt beside this script. They agreed better with
# known subtopics than the default did in all tables of docs/validity.md. OUT/topic.jsonl has one tree per topic, and, where QRELS has topics
# with several intents, OUT/intent.jsonl has subintents below these. Their nodes have labels, made of OUT/texts.tsv.gz. LANGUAGE is
# that of a stemmer ("english", "tr"), or "none". [Dou19]'s own way is what the commands do without options: fingerprints, complete
# linkage, delta = 0.3, ten bins.
#
# SUBINTENT names the program, if it is not in the PATH, and RECIPE another file of settings.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: recommended.sh QRELS LANGUAGE OUT INPUT..." >&2
    exit 2
fi
qrels=$1 language=$2 out=$3
shift 3
subintent=${SUBINTENT:-subintent}
recipe=${RECIPE:-$(dirname "$0")/recipe-2.txt}
mkdir -p "$out"

# The options that the recipe has for a step.
options() { sed -n "s/^$1=//p" "$recipe"; }

# Words or their stems of the main content, and their character 4-grams: vectors and texts of the relevant documents, statistics
# of all.
set -- --qrels "$qrels" -o "$out/terms.jsonl.gz" --statistics "$out/statistics.tsv.gz" --texts "$out/texts.tsv.gz" "$@"
if [ "$language" != none ]; then set -- --stem "$language" "$@"; fi
# shellcheck disable=SC2046  # options are words
"$subintent" tokenize $(options tokenize) "$@"
"$subintent" tfidf --statistics "$out/statistics.tsv.gz" "$out/terms.jsonl.gz" -o "$out/vectors.jsonl.gz"

# Documents are alike if they have the same neighbours, by what tells them from the rest of their topic. Each tree has its own
# delta; a topic may be one subtopic; the similarities across leaves make a layer above them.
hierarchies() {
    # shellcheck disable=SC2046
    "$subintent" cluster --qrels "$qrels" --vectors "$out/vectors.jsonl.gz" --level "$1" $(options cluster) \
        -o "$out/$1-dendrograms.jsonl"
    # shellcheck disable=SC2046
    "$subintent" hierarchy --qrels "$qrels" $(options "$1") --make-labels "$out/texts.tsv.gz" \
        "$out/$1-dendrograms.jsonl" -o "$out/$1.jsonl"
}

hierarchies topic
"$subintent" hierarchy --quiet --qrels "$qrels" -o "$out/intents.jsonl"
if grep -q '"id":1' "$out/intents.jsonl"; then hierarchies intent; fi
rm "$out/intents.jsonl"
