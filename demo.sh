#!/usr/bin/env bash
usage() {
  cat <<'END'
usage: ./demo.sh [OUTPUT_FOLDER]
From a web archive to hierarchies of intents, a table of diversity scores and an HTML report, on the collection in data/.
Installs what is missing, builds the program and the Python package, and prints each command that it runs.

  OUTPUT_FOLDER   where all files go; demo-output beside this script if it is not given
END
}
set -euo pipefail
case ${1-} in
  -h | --help)
    usage
    exit
    ;;
  -*)
    echo "demo.sh: unknown option $1; see ./demo.sh --help" >&2
    exit 2
    ;;
esac
if [ $# -gt 1 ]; then
  echo "demo.sh: more than one folder is given; see ./demo.sh --help" >&2
  exit 2
fi
output=$(realpath -m "${1:-$(dirname "$0")/demo-output}")
cd "$(dirname "$(realpath "$0")")"
. tools/cmake/prepare.sh
# shellcheck disable=SC2086
install_dependencies $build_packages $python_build_packages
build release "subintent python"
program="$PWD/build/release/subintent"
PATH="$PWD/build/release:$PATH"
mkdir -p "$output"
data=$(realpath --relative-to="$output" data)
cd "$output"

step() { printf '\n# %s\n' "$1"; }
run() {
  printf '$ %s\n' "$*"
  "$@"
}

echo
echo "All files go to $output"
step "Read the web archive: term frequencies of every page, and in how many pages each term occurs."
run subintent tokenize "$data/web.warc.gz" -o frequencies.jsonl --statistics statistics.tsv --texts texts.tsv
step "Two ways to compare documents: 64-bit fingerprints and TF-IDF vectors."
run subintent simhash frequencies.jsonl -o fingerprints.tsv
run subintent tfidf --statistics statistics.tsv frequencies.jsonl -o vectors.jsonl.zst
step "Cluster the relevant documents of every intent, and of every topic as a whole."
run subintent cluster --qrels "$data/qrels.txt" --fingerprints fingerprints.tsv -o dendrograms.jsonl
run subintent cluster --qrels "$data/qrels.txt" --adhoc-qrels "$data/qrels.adhoc.txt" --level topic --fingerprints fingerprints.tsv -o dendrograms-topic.jsonl
step "Prune, compress, extend and weigh them: hierarchies of subintents, with hand-made superintents, and without any intents."
run subintent hierarchy --qrels "$data/qrels.txt" --delta 0.3 dendrograms.jsonl -o WI.jsonl
run subintent hierarchy --qrels "$data/qrels.txt" --delta 0.3 --superintents "$data/superintents.txt" dendrograms.jsonl -o SUP+WI.jsonl
run subintent hierarchy --qrels "$data/qrels.txt" --adhoc-qrels "$data/qrels.adhoc.txt" --delta 0.3 dendrograms-topic.jsonl -o TL.jsonl
step "Score four runs, topic by topic, for other programs to read."
run subintent evaluate --qrels "$data/qrels.txt" --hierarchy WI=WI.jsonl --per-topic --format tsv -o scores.tsv "$data"/runs/*
step "The same runs by flat, hierarchical and similarity-based measures: only the latter two tell diverse from redundant."
run subintent evaluate --qrels "$data/qrels.txt" --adhoc-qrels "$data/qrels.adhoc.txt" \
  --hierarchy WI=WI.jsonl --hierarchy SUP+WI=SUP+WI.jsonl --hierarchy TL=TL.jsonl --fingerprints fingerprints.tsv \
  -m 'I-rec@10,alpha-nDCG@10,D#-nDCG@10,N-rec_WI@10,HD#-nDCG_WI@10,LAD#-nDCG_SUP+WI@10,alpha-nDCG-LA_TL@10,nDCG@10,nDCG_RA@10' "$data"/runs/*
step "The same in one step, by the recommended recipe: for what people look at. Here intent 5 of topic 2, python, a snake as a pet."
run subintent make --quiet --qrels "$data/qrels.txt" --adhoc-qrels "$data/qrels.adhoc.txt" --stem english -o made "$data/web.warc.gz"
run subintent explain made/intent.jsonl --topics "$data/topics.xml" --topic 2 --intent 5 --texts made/texts.tsv.gz
step "All of it as a page: tables, pictures, and what two runs cover of each topic."
run subintent report --qrels "$data/qrels.txt" --adhoc-qrels "$data/qrels.adhoc.txt" --topics "$data/topics.xml" --hierarchy WI=made/intent.jsonl \
  --hierarchy SUP+WI=SUP+WI.jsonl --fingerprints fingerprints.tsv --texts texts.tsv --text vectors.jsonl.zst -m 'HD#-nDCG_WI@10,D#-nDCG@10,I-rec@10,D-nDCG@10,alpha-nDCG@10,nDCG@10,nDCG_RA@10' \
  -o report.html "$data"/runs/*
echo
echo "Open the page in a browser: xdg-open $output/report.html"
echo "Next, try it on your own judgments and runs: $program evaluate --qrels QRELS RUN..."
