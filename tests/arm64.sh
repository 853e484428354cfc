#!/usr/bin/env bash
# Builds for arm64 and runs the test suite there, emulated: the outputs must be the same bytes as on x86-64.
# usage: tests/arm64.sh [CTEST_ARGUMENT...]     e.g. -R '^compare/'
# On Debian 12, as root or with sudo: installs a cross compiler and qemu-user, and unpacks arm64 libraries below
# build/arm64, where nothing of the machine itself is changed. Takes about half an hour on two cores.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
. tools/cmake/prepare.sh
# shellcheck disable=SC2154
read -ra libraries <<<"${build_packages//$'\n'/ } libgtest-dev"
install_dependencies cmake ninja-build pkg-config python3 zstd g++-aarch64-linux-gnu qemu-user-static

folder=$PWD/build/arm64 sysroot=$PWD/build/arm64/sysroot
# apt for arm64, with lists and state of its own: it knows of no installed package and fetches all that are needed.
arm64_apt() {
  apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$folder/apt" \
    -o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt" -o Debug::NoLocking=1 \
    -o APT::Sandbox::User="$(id -un)" "$@"
}

if [ "$(cat "$sysroot/complete" 2>/dev/null)" != "${libraries[*]}" ]; then
  rm -rf "$sysroot" "$folder/apt"
  mkdir -p "$sysroot" "$folder"/apt/{lists,archives}/partial
  : >"$folder/apt/status"
  arm64_apt update
  wanted=()
  for package in "${libraries[@]}"; do
    case $package in
      g++ | cmake | ninja-build | pkg-config) ;;
      *) wanted+=("${package%%|*}") ;;
    esac
  done
  arm64_apt install -y --no-install-recommends --download-only libc6-dev libstdc++-12-dev "${wanted[@]}"
  for package in "$folder"/apt/archives/*.deb; do dpkg -x "$package" "$sysroot"; done
  # Links to absolute paths lead out of the folder.
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$sysroot$(readlink "$link")")" "$link"
  done
  echo "${libraries[*]}" >"$sysroot/complete"
fi

cmake --preset arm64
cmake --build --preset arm64
exec ctest --preset arm64 -j "$(nproc)" "$@"
