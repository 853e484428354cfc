#!/bin/bash
# Measures `subintent tokenize` beside `gzip -dc` and Python on a WARC file: compare.sh BUILD FILE.warc.gz [TIMES]
# The programs run in turns; the least wall-clock time of each counts, as a multiple of that of gzip, and for what two
# threads gain the median over the rounds.
# PYTHON names the interpreter whose warcio and lxml are measured, once; without them they are left out.
set -euo pipefail
subintent=$(realpath "$1")/subintent
file=$2
times=${3:-9}
python=${PYTHON:-python3}
rival=$(dirname "$0")/rival.py

log=$(mktemp -d)
trap 'rm -r "$log"' EXIT

record() {  # NAME COMMAND...
  local name=$1
  shift
  /usr/bin/time --quiet -a -o "$log/$name" -f '%e %U %S %M' "$@" > /dev/null 2> "$log/error" ||
    echo "$(tail -n 1 "$log/error")" > "$log/$name.missing"
}

tokenize() {  # NAME THREADS OPTIONS...
  local name=$1 threads=$2
  shift 2
  record "$name" "$subintent" tokenize --quiet --threads "$threads" --statistics "$log/s" --fingerprints "$log/f" \
    "$@" "$file"
}

# Two programs of one thread each at the same time: they share nothing, so what they gain is the machine's.
programs() {
  local start
  start=$(date +%s.%N)
  for i in 1 2; do
    "$subintent" tokenize --quiet --threads 1 --statistics "$log/s$i" --fingerprints "$log/f$i" "$file" &
  done
  wait
  echo "$start $(date +%s.%N)" | awk '{ print ($2 - $1) / 2 }' >> "$log/programs"
}

show() {  # NAME TEXT
  if [ -e "$log/$1.missing" ]; then
    printf '%-44s %s\n' "$2" "$(cat "$log/$1.missing")"
    return
  fi
  sort -n "$log/$1" | head -n 1 | awk -v text="$2" -v gzip="$base" '{
    printf "%-44s %8.2f %8.2f %7.2f %6d MB\n", text, $1, $2 + $3, $1 / gzip, $4 / 1024 }'
}

cat "$file" > /dev/null
for _ in $(seq "$times"); do
  record gzip gzip -dc "$file"
  tokenize one 1
  tokenize two 2
  programs
  tokenize vectors 1 -o "$log/v.zst"
done
record read "$python" "$rival" read "$file"
record extract "$python" "$rival" extract "$file"

base=$(sort -n "$log/gzip" | head -n 1 | cut -d ' ' -f 1)
printf '%-44s %8s %8s %7s %9s\n' '' wall cpu /gzip memory
show gzip 'gzip -dc'
show one 'statistics, fingerprints'
show vectors 'statistics, fingerprints, vectors.zst'
show two 'statistics, fingerprints, 2 threads'
show read 'Python: warcio, records only'
show extract 'Python: lxml, statistics only'
awk -v pages="$(wc -l < "$log/f")" -v one="$(sort -n "$log/one" | head -n 1 | cut -d ' ' -f 1)" \
    'BEGIN { printf "%d pages a second on one thread\n", pages / one }'
# Round by round, since the clock is much the same for all of a round.
gain() {  # NAME TEXT
  paste -d ' ' "$log/one" "$log/$1" | awk '{ print $1 / $5 }' | sort -n | awk -v text="$2" '{ gain[NR] = $1 } END {
    printf "%s: %.2f times as fast (median of %d rounds; least %.2f, greatest %.2f)\n",
           text, (gain[int((NR + 1) / 2)] + gain[int(NR / 2) + 1]) / 2, NR, gain[1], gain[NR] }'
}
gain two 'two threads'
gain programs 'two programs of one thread at the same time'
