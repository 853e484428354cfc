#!/bin/sh
# recommended.sh QRELS LANGUAGE OUT INPUT...
#
# Makes hierarchies of subintents from a collection, in a way that agreed better with official subtopics than the default
# did, in all tables of docs/validity.md; most of its trees have one layer. OUT/topic.jsonl has one tree per topic, and, where
# QRELS has topics with several intents, OUT/intent.jsonl has subintents below these. Their nodes have labels, made of OUT/texts.tsv.gz. LANGUAGE is that of a stemmer ("english", "tr"), or "none". [Dou19]'s own way is what the
# commands do without options: fingerprints, complete linkage, delta = 0.3.
#
# SUBINTENT names the program, if it is not in the PATH.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: recommended.sh QRELS LANGUAGE OUT INPUT..." >&2
    exit 2
fi
qrels=$1 language=$2 out=$3
shift 3
subintent=${SUBINTENT:-subintent}
mkdir -p "$out"

# Words or their stems of the main content, and their character 4-grams: vectors and texts of the relevant documents, statistics
# of all.
set -- --qrels "$qrels" --main-content --ngrams 4 -o "$out/terms.jsonl.gz" --statistics "$out/statistics.tsv.gz" \
    --texts "$out/texts.tsv.gz" "$@"
if [ "$language" != none ]; then set -- --stem "$language" "$@"; fi
"$subintent" tokenize "$@"
"$subintent" tfidf --statistics "$out/statistics.tsv.gz" "$out/terms.jsonl.gz" -o "$out/vectors.jsonl.gz"

# Documents are alike if they have the same neighbours, by what tells them from the rest of their topic; clusters merge
# by the mean of their pairs, as long as that is above the mean of all pairs.
hierarchies() {
    "$subintent" cluster --qrels "$qrels" --vectors "$out/vectors.jsonl.gz" --level "$1" \
        --contrast --neighbours 15 --linkage average -o "$out/$1-dendrograms.jsonl"
    "$subintent" hierarchy --qrels "$qrels" --delta mean --make-labels "$out/texts.tsv.gz" \
        "$out/$1-dendrograms.jsonl" -o "$out/$1.jsonl"
}

hierarchies topic
"$subintent" hierarchy --quiet --qrels "$qrels" -o "$out/intents.jsonl"
if grep -q '"id":1' "$out/intents.jsonl"; then hierarchies intent; fi
rm "$out/intents.jsonl"
