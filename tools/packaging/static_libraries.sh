#!/usr/bin/env bash
# Builds those libraries that the evaluation wheel links and Debian has no static archive of that may go into a shared object (fmt, oneTBB,
# pugixml, simdjson, zlib, zstd) from Debian's sources, and installs them below a folder: tools/packaging/wheel.sh has them found there. Needs what builds subintent, dpkg-dev and the
# network; the sources' signatures are checked by apt as those of packages are.
# usage: tools/packaging/static_libraries.sh FOLDER
set -euo pipefail
[ $# = 1 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
prefix=$(realpath -m "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$prefix" "$work/parts" "$work/lists/partial" "$work/sources"

# Of the same release as this machine, whether or not it takes sources itself.
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
cat >"$work/parts/sources.sources" <<END
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: $release
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
apt_sources() {
  apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" -o Dir::State::lists="$work/lists" \
    -o APT::Sandbox::User="$(id -un)" "$@"
}

# usage: make_library SOURCE FOLDER OPTION..., with the folder of its CMakeLists.txt
make_library() {
  local name=$1 folder=$2
  shift 2
  (cd "$work/sources" && apt_sources source --download-only "$name" && dpkg-source --no-check -x "$name"_*.dsc "$name") >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
  local source=$work/sources/$name
  [ "$name" != zlib ] || install -D /dev/null "$source/win32/zlib1.rc"  # its list of sources has it, which Debian leaves out
  local flags="-O2 -DNDEBUG -ffunction-sections -fdata-sections"  # what nobody calls is left out then
  cmake -G Ninja -S "$source/$folder" -B "$work/build/$name" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="$flags" \
    -DCMAKE_C_FLAGS_RELEASE="$flags" -DCMAKE_C_VISIBILITY_PRESET=hidden \
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_VISIBILITY_PRESET=hidden \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  cmake --build "$work/build/$name" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  cmake --install "$work/build/$name" >/dev/null
  for archive in "$prefix"/lib/lib*.a; do
    licence=$prefix/share/licences/${archive##*/}/copyright
    [ -e "$licence" ] || install -D -m 644 "$source/debian/copyright" "$licence"
  done
}

apt_sources update >/dev/null
make_library fmtlib . -DFMT_TEST=OFF -DFMT_DOC=OFF
make_library pugixml . -DCMAKE_CXX_FLAGS="-DPUGIXML_NO_XPATH"
make_library simdjson . -DSIMDJSON_DEVELOPER_MODE=OFF
make_library onetbb . -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF -DTBB_ENABLE_IPO=OFF -DTBB_DISABLE_HWLOC_AUTOMATIC_SEARCH=ON
make_library zlib . -DCMAKE_C_VISIBILITY_PRESET=default  # its shared library and its examples are built, too
make_library libzstd build/cmake -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_LEGACY_SUPPORT=OFF
rm -f "$prefix"/lib/*.so*  # zlib makes a shared one in any case
ls "$prefix"/lib/*.a
