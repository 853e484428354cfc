#!/usr/bin/env bash
# Makes the wheel for evaluation alone in a folder: its extension needs nothing but the C library of this Debian or a newer system.
# Where the static libraries that Debian lacks are there already (tools/packaging/static_libraries.sh), name their folder.
# usage: tools/packaging/wheel.sh FOLDER [LIBRARIES]
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
made=$(realpath -m "$1")
libraries=${2:-$PWD/build/static-libraries}
cd "$(dirname "$(realpath "$0")")/../.."
[ -d "$libraries/lib" ] || tools/packaging/static_libraries.sh "$libraries"
export CMAKE_PREFIX_PATH=$libraries
# Smaller than with the -O3 of a release.
export CMAKE_ARGS="-DSUBINTENT_COLLECTIONS=OFF -DSUBINTENT_STATIC=ON -DCMAKE_CXX_FLAGS_RELEASE='-O2 -DNDEBUG -ffunction-sections -fdata-sections'"
# The same bytes at each build of a commit.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s)}
python3 -m pip wheel --quiet --no-index --no-build-isolation --no-deps -w "$made" .
ls -sh "$made"/subintent-*.whl
