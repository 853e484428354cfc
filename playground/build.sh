#!/bin/sh
# Builds the playground into build/playground/page. On Debian 12:
# apt-get install emscripten cmake ninja-build libboost-dev libfmt-dev libxxhash-dev
set -eu
cd "$(dirname "$0")"
if ! command -v emcmake > /dev/null; then
  echo "playground/build.sh: emscripten is missing; on Debian 12: apt-get install emscripten" >&2
  exit 1
fi
# Where Debian puts modules that emscripten needs: its own Node.js looks there, another does not.
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs"
emcmake cmake -S . -B ../build/playground -G Ninja -D CMAKE_BUILD_TYPE=Release
cmake --build ../build/playground "$@"
