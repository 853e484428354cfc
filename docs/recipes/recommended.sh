#!/bin/sh
# recommended.sh QRELS LANGUAGE OUT INPUT...
#
# Makes hierarchies of subintents from a collection by the recommended recipe: what `subintent make` does, under its former
# name. LANGUAGE is that of a stemmer ("english", "tr"), or "none". SUBINTENT names the program, if it is not in the PATH, and
# RECIPE another recipe or a file of settings.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: recommended.sh QRELS LANGUAGE OUT INPUT..." >&2
    exit 2
fi
qrels=$1 language=$2 out=$3
shift 3
if [ "$language" != none ]; then set -- --stem "$language" "$@"; fi
exec "${SUBINTENT:-subintent}" make --recipe "${RECIPE:-recipe-4}" --qrels "$qrels" -o "$out" "$@"
