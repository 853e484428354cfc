#!/usr/bin/env bash
# Tests a wheel for evaluation alone (tools/packaging/wheel.sh) as somebody with nothing but Python would: it is small, its extension needs no
# symbol but the C library's, and in a new Debian 12 (debootstrap) without any library of ours it installs, evaluates and goes away.
# usage: tools/packaging/check_wheel.sh WHEEL      (as root; needs debootstrap and binutils)
set -euo pipefail
[ $# = 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
wheel=$(realpath "$1")
cd "$(dirname "$(realpath "$0")")/../.."
. tools/packaging/chroot.sh

size=$(stat -c %s "$wheel")
echo "$(basename "$wheel"): $size bytes"
[ "$size" -le 3000000 ] || { echo "that is more than 3 MB" >&2; exit 1; }
unpacked=$(mktemp -d)
python3 -m zipfile -e "$wheel" "$unpacked"
others=$(cd "$unpacked" && find . -name '*.so*' ! -path './subintent/_core.*')
[ -z "$others" ] || { echo "It carries other libraries: $others" >&2; exit 1; }
# Undefined symbols are of the C library, whose versions the tag promises, or of Python.
allowed=$(sed -E 's/.*manylinux_([0-9]+)_([0-9]+)_.*/\1.\2/' <<<"$wheel")
objdump -T "$unpacked"/subintent/_core.*.so | awk -v allowed="$allowed" '
  function newer(a, b,  x, y) { split(a, x, "."); split(b, y, "."); return x[1] > y[1] || x[1] == y[1] && x[2] > y[2] }
  $0 !~ /\*UND\*/ { if ($NF ~ /^[A-Za-z_]/ && /[0-9a-f]+ g/ && $NF != "PyInit__core" && $NF !~ /^Base$/) { print "it shows " $NF; bad = 1 }; next }
  match($0, /GLIBC_[0-9.]+/) { if (newer(substr($0, RSTART + 6, RLENGTH - 6), allowed)) { print "newer than the tag: " $0; bad = 1 }; next }
  $NF ~ /^_?Py/ { next }
  $2 == "w" { next }  # weak: for what may be there, as a profiler
  { print "not of the C library or Python: " $0; bad = 1 }
  END { exit bad }'
rm -r "$unpacked"

make_chroot
install_inside python3 python3-venv python3-numpy
cp "$wheel" tools/packaging/try_wheel.py "$root/tmp/"
inside python3 -m venv --system-site-packages /venv
inside /venv/bin/pip install -q --no-index "/tmp/$(basename "$wheel")"
inside /venv/bin/python /tmp/try_wheel.py
inside /venv/bin/pip uninstall -q -y subintent
left=$(inside find /venv -path '*subintent*')
[ -z "$left" ] || { echo "Left behind: $left" >&2; exit 1; }
echo "Nothing is left behind"
