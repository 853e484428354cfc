#!/bin/bash
# Tokenises a collection by a Slurm job array, and merges the shards when all are finished.
# usage: submit.sh INPUTS OUT SHARDS [OPTION OF subintent tokenize...]
#   INPUTS  a file with the paths of the collection, one a line
#   OUT     a folder that all nodes see; results go there, shards into OUT/shards, messages into OUT/logs
# Run it again after a failure: only what is not finished is done.
set -euo pipefail
if [ $# -lt 3 ]; then
  sed -n '2,6s/^# //p' "$0" >&2
  exit 2
fi
scripts=$(dirname "$(realpath "$0")")
INPUTS=$(realpath "$1") OUT=$(realpath -m "$2") SHARDS=$3 OPTIONS="${*:4}"
export INPUTS OUT SHARDS OPTIONS
mkdir -p "$OUT/shards" "$OUT/logs"
array=$(sbatch --parsable --array="1-$SHARDS" --output="$OUT/logs/tokenize.%a" "$scripts/tokenize.sbatch")
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$OUT/logs/merge" \
  "$scripts/merge.sbatch")
echo "shards: job $array, merging: job $merge"
