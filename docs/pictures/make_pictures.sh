#!/usr/bin/env bash
# make_pictures.sh SUBINTENT FOLDER: draws the pictures of the pages into FOLDER, from the collection in data/.
set -euo pipefail
program=$(realpath "$1") folder=$(realpath "$2")
pictures=$(realpath "$(dirname "$0")")
data=$(realpath "$pictures/../../data")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

# The idea: the meanings of "jaguar", their parts, and layers of both.
"$program" make --quiet --stem english --qrels "$data/qrels.txt" -o idea "$data/web.warc.gz"
printf '3\t%s\t%s\n' 1 'the wild cat' 2 'Jaguar cars' 3 'home page of the car maker' 4 'for the Maya and the Aztecs' > labels.tsv
"$program" hierarchy --quiet --labels labels.tsv idea/intent.jsonl -o idea.jsonl
"$program" explain idea.jsonl --topics "$data/topics.xml" --topic 3 --svg "$folder/idea.svg" > /dev/null

# Two lists that intents cannot tell apart.
jaguar=$data/jaguar
"$program" make --quiet --qrels "$jaguar/judged.csv" -o jaguar "$jaguar/judged.csv"
"$pictures/draw_two_lists.py" jaguar/intent.jsonl "$jaguar/diverse" "$jaguar/redundant" > "$folder/two-lists.svg"

# From a dendrogram to a hierarchy: the planet Mercury, as it is clustered, pruned, and compressed and extended.
"$program" make --quiet --recipe dou2019 --qrels "$data/qrels.txt" -o made "$data/web.warc.gz"
awk '$1 == 1 && $2 == 1' "$data/qrels.txt" > qrels.txt
grep '"topic":"1","intent":"1"' made/intent-dendrograms.jsonl > dendrogram.jsonl
draw() {
  "$program" hierarchy --quiet --qrels qrels.txt "${@:2}" dendrogram.jsonl -o hierarchy.jsonl
  "$program" explain hierarchy.jsonl --topics "$data/topics.xml" --topic 1 --svg "$folder/$1.svg" > /dev/null
}
draw step-1-cluster --delta 1 --raw
draw step-2-prune --delta 0.3 --raw
draw step-3-compress --delta 0.3

# Relevance against redundancy of lists that MMR has reordered, as docs/mmr.md makes them.
study=$data/study
"$program" tokenize --quiet --stem english "$study/web.warc.gz" --statistics statistics.tsv -o terms.jsonl
"$program" tfidf --statistics statistics.tsv terms.jsonl -o vectors.jsonl
for l in 0.3 0.6 0.9; do "$program" diversify mmr --quiet --vectors vectors.jsonl --lambda $l "$study/runs/bm25" -o mmr-$l; done
"$program" evaluate --quiet --qrels "$study/qrels.txt" --vectors vectors.jsonl -m 'nDCG@10,NearDup(t=0.7)@10' --format tsv "$study/runs/bm25" mmr-* > trade-off.tsv
"$pictures/draw_trade_off.py" trade-off.tsv > "$folder/mmr.svg"
