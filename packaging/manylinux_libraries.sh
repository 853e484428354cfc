#!/usr/bin/env bash
# Builds what the evaluation wheel links as static libraries, by vcpkg and the list in vcpkg.json, for the images in which cibuildwheel
# builds wheels: Debian's sources (packaging/static_libraries.sh) are not to be had there. Untried: no such machine was at hand.
# usage: packaging/manylinux_libraries.sh FOLDER
set -euo pipefail
[ $# = 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
prefix=$1
cd "$(dirname "$(realpath "$0")")/.."
dnf install -y -q curl git ninja-build perl tar unzip zip
git clone --quiet https://github.com/microsoft/vcpkg /opt/vcpkg
/opt/vcpkg/bootstrap-vcpkg.sh -disableMetrics
/opt/vcpkg/vcpkg install --x-manifest-root=packaging/vcpkg-wheel --x-install-root=/opt/vcpkg-installed
triplet=$(find /opt/vcpkg-installed -mindepth 1 -maxdepth 1 -name '*-linux' -printf '%f\n')
mkdir -p "$prefix"
cp -r "/opt/vcpkg-installed/$triplet/." "$prefix"
# As packaging/licences.py looks for them: by the archive, or by the library of which no more than headers is used.
for pair in fmt=libfmt.a libdeflate=libdeflate.a libmd=libmd.a pugixml=libpugixml.a simdjson=libsimdjson.a tbb=libtbb.a xxhash=libxxhash.a \
  zlib=libz.a zstd=libzstd.a boost-graph=Boost pybind11=pybind11 xxhash=xxHash; do
  install -D -m 644 "$prefix/share/${pair%=*}/copyright" "$prefix/share/licences/${pair#*=}/copyright"
done
for archive in libgcc.a libgcc_eh.a libstdc++.a; do
  install -D -m 644 "$(find /usr/share/licenses -path '*libgcc*' -name 'COPYING.RUNTIME' | head -n 1)" "$prefix/share/licences/$archive/copyright"
done
