#!/bin/bash
# job_array.sh PROGRAM SOURCE TOOL: the job array of docs/slurm on a Slurm of two nodes, which TOOL/start.sh starts. One of
# eight shards is requeued while it runs, another killed in the middle; after submitting again, the result is that of one
# machine. Then a node dies with a shard on it, and the other one finishes all of them.
# Exit code 77 (skipped) where there is no Slurm, or none can be started.
set -euo pipefail
program=$1 source=$2 tool=$3
skip() {
  echo "skipped: $1"
  exit 77
}
for command in slurmctld slurmd munged sbatch zstd; do
  command -v "$command" > /dev/null || skip "there is no $command"
done
[ -x "$tool/start.sh" ] || skip "there is no $tool/start.sh"
[ "$(id -u)" = 0 ] || skip "the daemons want to be started by root"

work=$(mktemp -d)
export SLURM_DIR="$work/slurm" SLURM_CONF="$work/slurm/slurm.conf"
PATH="$(dirname "$program"):$PATH"
finish() {
  "$tool/stop.sh" || true
  sleep 1
  rm -rf "$work"
}
trap finish EXIT
"$tool/start.sh" > "$work/start.log" 2>&1 || skip "Slurm cannot be started here: $(tail -n 1 "$work/start.log")"
for _ in $(seq 30); do
  [ "$(sinfo -h -N -t idle | wc -l)" = 2 ] && break
  sleep 1
done
[ "$(sinfo -h -N -t idle | wc -l)" = 2 ] || skip "Slurm's nodes do not come up here"

# Twenty inputs: shards of two and of three.
python3 - "$work" <<'PYTHON'
import random, sys
folder, generator = sys.argv[1], random.Random(4)
words = ["".join(generator.choices("abcdefghijklmnopqrstuvwxyz", k=generator.randint(2, 9))) for _ in range(50000)]
with open(f"{folder}/inputs.txt", "w") as names:
    for i in range(20):
        names.write(f"{folder}/part{i:02d}.tsv\n")
        with open(f"{folder}/part{i:02d}.tsv", "w") as out:
            for j in range(6000):
                out.write(f"doc-{i:02d}-{j:05d}\t{' '.join(generator.choices(words, k=300))}\n")
PYTHON
subintent tokenize --quiet --input-list "$work/inputs.txt" --threads 2 -o "$work/vectors.jsonl" \
  --statistics "$work/statistics.tsv" --fingerprints "$work/fingerprints.tsv"

out="$work/out"
task_state() { squeue -h -r -j "$1" -o %T 2> /dev/null || true; }
wait_for() {
  for _ in $(seq 1200); do
    "$@" && return 0
    sleep 0.1
  done
  echo "in vain: $*"
  squeue
  return 1
}
is_running() { [ "$(task_state "$1")" = RUNNING ]; }
is_over() { [ -z "$(squeue -h -j "$1" 2> /dev/null)" ]; }
# The program that makes a shard now.
process_of() { pgrep -f -- "tokenize --input-list $work/inputs.txt --shard $1/8 "; }

echo "# one shard is killed, one requeued"
submitted=$("$source/docs/slurm/submit.sh" "$work/inputs.txt" "$out" 8)
echo "$submitted"
read -r array merge < <(sed -E 's/[^0-9]+([0-9]+)[^0-9]+([0-9]+)/\1 \2/' <<< "$submitted")
wait_for process_of 3 > /dev/null
kill -9 "$(process_of 3)"
wait_for is_running "${array}_5"
scontrol requeue "${array}_5"
is_pending() { [ "$(task_state "$1")" = PENDING ]; }
wait_for is_pending "${array}_5"
scontrol update "jobid=${array}_5" starttime=now # Slurm would wait for two minutes
wait_for is_over "$array"
wait_for is_over "$merge"
[ ! -e "$out/statistics.tsv" ] || { echo "merged without shard 3"; exit 1; }
[ -z "$(find "$out/shards" -name '*.00003.*')" ] || { echo "shard 3 left something"; ls -A "$out/shards"; exit 1; }
[ "$(find "$out/shards" -name 'statistics.*' | wc -l)" = 7 ] || { ls -A "$out/shards"; cat "$out"/logs/*; exit 1; }

echo "# submitted again: the seven are skipped"
submitted=$("$source/docs/slurm/submit.sh" "$work/inputs.txt" "$out" 8)
echo "$submitted"
read -r array merge < <(sed -E 's/[^0-9]+([0-9]+)[^0-9]+([0-9]+)/\1 \2/' <<< "$submitted")
wait_for is_over "$merge"
skipped=$(grep -l 'is already finished' "$out"/logs/tokenize.* | wc -l)
[ "$skipped" = 7 ] || { echo "$skipped shards were skipped"; cat "$out"/logs/*; exit 1; }
is_what_one_machine_makes() {
  cmp "$work/statistics.tsv" "$out/statistics.tsv"
  cmp "$work/fingerprints.tsv" "$out/fingerprints.tsv"
  zstd -dcq "$out/vectors.jsonl.zst" | cmp - "$work/vectors.jsonl"
}
is_what_one_machine_makes
echo "the shards are together what one machine makes"

echo "# a node dies"
# Slurm gives a node up that has not answered for so many seconds.
sed -i 's/^SlurmdTimeout=.*/SlurmdTimeout=10/' "$SLURM_CONF"
scontrol reconfigure
out="$work/after-a-death"
submitted=$("$source/docs/slurm/submit.sh" "$work/inputs.txt" "$out" 4)
echo "$submitted"
read -r array merge < <(sed -E 's/[^0-9]+([0-9]+)[^0-9]+([0-9]+)/\1 \2/' <<< "$submitted")
# The process of a shard that runs on the node, frozen, so that it cannot finish before the node dies.
freeze_one() {
  local id
  for id in $(pgrep -f -- "tokenize --input-list $work/inputs.txt --shard [1-4]/4 "); do
    if tr '\0' '\n' < "/proc/$id/environ" 2> /dev/null | grep -qx "SLURMD_NODENAME=$1" && kill -STOP "$id"; then
      echo "$id" > "$work/frozen"
      return 0
    fi
  done
  return 1
}
wait_for freeze_one n2
lost=$(tr '\0' '\n' < "/proc/$(cat "$work/frozen")/environ" | sed -n 's/^SLURM_ARRAY_TASK_ID=//p')
kill -9 "$(cat "$SLURM_DIR/slurmd-n2.mypid")"
rm "$SLURM_DIR/slurmd-n2.mypid"
daemon=$(ps -o ppid= -p "$(cat "$work/frozen")" | tr -d ' ')
kill -9 "$(cat "$work/frozen")" "$daemon"
is_down() { sinfo -h -N -n n2 -o %T | grep -q down; }
wait_for is_down
echo "n2 is down, with shard $lost"
wait_for is_pending "${array}_$lost"
scontrol update "jobid=${array}_$lost" starttime=now
wait_for is_over "$array"
wait_for is_over "$merge"
is_what_one_machine_makes
echo "the other node has made all shards"
