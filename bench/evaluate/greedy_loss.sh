#!/bin/sh
# How much of the best score the greedy ideal list of alpha-nDCG misses: a row for each file of judgments.
# Usage: greedy_loss.sh SUBINTENT QRELS...   (K=20 and ALPHA=0.5 in the environment change the measure)
set -eu
subintent=$1
shift
name="alpha-nDCG(alpha=${ALPHA:-0.5}"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
printf 'qrels\ttopics\tgreedy not best\tmean loss\tmost\n'
for qrels; do
  # Any run that finds something will do: its scores by the two lists differ by the ratio of these.
  awk '$4 > 0 && !seen[$1, $3]++ { print $1, "Q0", $3, ++n[$1], 1 / n[$1], "relevant" }' "$qrels" > "$folder/run"
  "$subintent" evaluate --qrels "$qrels" "$folder/run" --quiet --per-topic --format tsv --digits 15 \
    -m "$name)@${K:-20},$name,ideal=exact)@${K:-20}" |
    awk -F'\t' -v qrels="$qrels" '
      NR == 1 || $2 == "all" { next }
      $3 ~ /exact/ { best[$2] = $4; next }
      { greedy[$2] = $4 }
      END {
        for (topic in greedy) {
          ++topics
          loss = greedy[topic] > 0 ? 1 - best[topic] / greedy[topic] : 0
          wrong += loss > 1e-9
          sum += loss
          if (loss > most) most = loss
        }
        printf "%s\t%d\t%d\t%.6f\t%.6f\n", qrels, topics, wrong, sum / topics, most
      }'
done
