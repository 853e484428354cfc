# The beginning of scripts SOURCES OUT that make collections: they source it, and find in $sources and $out what they were given.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $(basename "$0") SOURCES OUT" >&2
    exit 2
fi
sources=$1 out=$2
here=$(dirname "$0")
mkdir -p "$out"
: > "$out/collections.txt"
