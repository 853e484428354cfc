#!/bin/sh
# recommended-dense.sh QRELS VECTORS DOCNOS OUT [INPUT...]
#
# Makes hierarchies of subintents from dense vectors, such as embeddings: what `subintent make --dense` does. VECTORS is an
# array of NumPy, DOCNOS has the docno of each row; nodes have labels if collections are given. SUBINTENT names the program,
# if it is not in the PATH, and RECIPE another recipe or a file of settings.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: recommended-dense.sh QRELS VECTORS DOCNOS OUT [INPUT...]" >&2
    exit 2
fi
qrels=$1 vectors=$2 docnos=$3 out=$4
shift 4
exec "${SUBINTENT:-subintent}" make --recipe "${RECIPE:-recipe-dense-1}" --qrels "$qrels" --dense "$vectors" --docnos "$docnos" -o "$out" "$@"
