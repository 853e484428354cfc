#!/bin/sh
# development.sh SOURCES OUT
#
# Makes the development collections of docs/validity.md and OUT/collections.txt, a line NAME FAMILY LANGUAGE for each. SOURCES has
#   ambient/            docs.jsonl, qrels.diversity.txt and topics.xml (carrot2/carrot2, core/carrot2-source-ambient)
#   mini_newsgroups/    vaishnavivisweswaraiah/IR_TextMining
#   oos-eval/           data_full.json and domains.json of clinc/oos-eval, data
#   rag25-dev-nuggets.jsonl, rag25-topics-dev.tsv                    TREC-RAG/trec-rag-data
#   kategoriverisi/     ahmetax/Turkish-Text-Classification
#   sttm/               dataset/*.txt of qiang2100/STTM
#   Packages.lz4, Translation-en.lz4, Translation-de.lz4, Translation-fr.lz4   of Debian 12 main, from /var/lib/apt/lists
# and, of those in OUT/layers.txt, on which rules for layers alone were compared,
#   go.md, ml.md, vue.md   README.md of avelino/awesome-go, josephmisiti/awesome-machine-learning, vuejs/awesome-vue
. "$(dirname "$0")/collections.sh"

list=collections.txt
# make NAME FAMILY LANGUAGE ARGUMENT... : the arguments of develop.py, but for its output
make() {
    echo "$1 $2 $3" >> "$out/$list"
    name=$1
    shift 3
    python3 "$here/develop.py" "$@" -- "$out/$name"
}

ambient=$sources/ambient/docs.jsonl,$sources/ambient/qrels.diversity.txt,$sources/ambient/topics.xml
packages() { echo "$sources/Packages.lz4,$sources/Translation-$1.lz4,$1"; }

make ambient ambient english judged "$ambient"
make amb2 ambient english merged "$ambient"
make news2 newsgroups english two-levels newsgroups "$sources/mini_newsgroups"
make clinc2 questions english two-levels questions "$sources/oos-eval"
make deb2en debian english two-levels packages "$(packages en)"
make deb2de debian german two-levels packages "$(packages de)"
make deb2fr debian french two-levels packages "$(packages fr)"
make rag25 nuggets english nuggets "$sources/rag25-dev-nuggets.jsonl,$sources/rag25-topics-dev.tsv"
make tr turkish turkish one-level folders "$sources/kategoriverisi" --classes 9
make tr13 turkish turkish one-level folders "$sources/kategoriverisi" --classes 9 --words 13 --sizes 4 6 8 10 12 18
for titles in StackOverflow Biomedical SearchSnippets; do
    make $titles titles english one-level lines "$sources/sttm/$titles.txt" --sizes 6 10 14 20 30
done
make domamb ambient english --seed 8 dominant-results "$ambient"
make domnews newsgroups english --seed 8 dominant newsgroups "$sources/mini_newsgroups" --topics 40
make domtr turkish turkish --seed 8 dominant folders "$sources/kategoriverisi" --topics 40 --words 40
make domso titles english --seed 8 dominant lines "$sources/sttm/StackOverflow.txt" --topics 40
make domdeb debian english --seed 8 dominant packages "$(packages en)" --topics 40

list=layers.txt
: > "$out/$list"
make go2 directories english two-levels entries "$sources/go.md"
make ml2 directories english two-levels entries "$sources/ml.md" --sizes 4 6 9
make vue2 directories english two-levels entries "$sources/vue.md" --sizes 4 6 9
