#!/bin/bash
# Measures `subintent evaluate` beside mawk adding up a column of the same files: compare.sh BUILD [FOLDER]
# Each pair runs in turns, five times; the least time of each counts. Prints processor seconds and wall-clock seconds.
set -euo pipefail
build=$(realpath "$1")
folder=${2:-$(mktemp -d)}
subintent=$build/subintent
generate=$build/bench/evaluate/generate_evaluation
times=5

[ -e "$folder/many/qrels" ] || "$generate" "$folder/many" 1 100 50 1000 500
[ -e "$folder/large/qrels" ] || "$generate" "$folder/large" 1 1 300 10000 6670

least() {  # FILE: the least of "cpu wall memory" lines, column by column
  awk '{ c = $1 + $2 } NR == 1 || c < cpu { cpu = c } NR == 1 || $3 < wall { wall = $3 } $4 > rss { rss = $4 }
       END { print cpu, wall, rss }' "$1"
}

record() {  # FILE COMMAND...
  local file=$1
  shift
  /usr/bin/time --quiet -a -o "$file" -f '%U %S %e %M' "$@" > /dev/null
}

compare() {  # NAME BASE OTHER: prints the two and their ratios
  echo "$1 $(least "$2") $(least "$3")" | awk '{
    printf "%-34s %6.2f %6.2f %6.2f  %6.2f %6.2f %6.2f  %4d MB\n", $1, $5, $2, $5 / $2, $6, $3, $6 / $3, $7 / 1024 }'
}

flat=ERR-IA@5,ERR-IA@10,ERR-IA@20,nERR-IA@5,nERR-IA@10,nERR-IA@20,alpha-DCG@5,alpha-DCG@10,alpha-DCG@20
flat+=,alpha-nDCG@5,alpha-nDCG@10,alpha-nDCG@20,NRBP,nNRBP,MAP-IA,P-IA@5,P-IA@10,P-IA@20,strec@5,strec@10,strec@20
deep=N-rec_H@20,I-rec-LA_H@20,alpha-nDCG-LA_H@20,ERR-IA-LA_H@20,Q-IA-LA_H@20,nDCG-IA-LA_H@20,D-nDCG-LA_H@20
deep+=,D#-nDCG-LA_H@20,D-Q-LA_H@20,D#-Q-LA_H@20,HD-nDCG_H@20,HD-Q_H@20,HD#-nDCG_H@20,HD#-Q_H@20
deep+=,LAD#-nDCG_H@20,LAD#-Q_H@20,nDCG_RA@20,nDCG_RP@20,nDCG_NA@20,nDCG_NP@20

evaluate() {  # RECORD COLLECTION THREADS OPTIONS...
  local file=$1 data=$folder/$2 threads=$3
  shift 3
  record "$file" "$subintent" evaluate --quiet --threads "$threads" --qrels "$data/qrels" "$@" "$data"/runs/*
}

log=$(mktemp -d)
trap 'rm -r "$log"' EXIT
for _ in $(seq $times); do
  record "$log/mawk-many" mawk '{ s += $5 } END { print s }' "$folder"/many/runs/*
  evaluate "$log/many-1" many 1 -m "$flat"
  evaluate "$log/many-2" many 2 -m "$flat"
  evaluate "$log/many-all" many 1 -m "$flat,$deep" --hierarchy H="$folder/many/hierarchies.jsonl" \
    --fingerprints "$folder/many/fingerprints.tsv"
  record "$log/mawk-large" mawk '{ s += $5 } END { print s }' "$folder"/large/runs/* "$folder/large/qrels"
  evaluate "$log/large-1" large 1 -m "$flat"
  evaluate "$log/large-2" large 2 -m "$flat"
done
printf '%-34s %-21s %-21s %s\n' '' 'processor: it, base, /' 'wall: it, base, /' memory
compare many,1-thread/mawk "$log/mawk-many" "$log/many-1"
compare many,all-measures/21-measures "$log/many-1" "$log/many-all"
compare many,2-threads/1-thread "$log/many-1" "$log/many-2"
compare large,1-thread/mawk "$log/mawk-large" "$log/large-1"
compare large,2-threads/mawk "$log/mawk-large" "$log/large-2"
compare large,2-threads/1-thread "$log/large-1" "$log/large-2"
