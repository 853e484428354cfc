#!/usr/bin/env bash
# Runs clang-tidy on the C++ files that have changed since a commit; what it finds is an error.
# usage: tests/tidy.sh [COMMIT]      (default: main; installs what a build needs)
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
. tools/cmake/prepare.sh
# shellcheck disable=SC2086
install_dependencies $build_packages $test_packages $python_packages clang-tidy
since=${1-main}
git rev-parse --quiet --verify "$since^{commit}" >/dev/null || since=HEAD^
cmake --preset debug -DSUBINTENT_REQUIRE_TESTS=OFF >/dev/null
cmake --build --preset debug --target subintent_commit >/dev/null  # a header that it makes
files=()
while read -r file; do
  grep -q "\"file\": .*/$file\"" build/debug/compile_commands.json && files+=("$file")
done < <(git diff --name-only --diff-filter=d "$since" -- '*.cpp')
echo "${#files[@]} files"
[ ${#files[@]} -eq 0 ] || printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(getconf _NPROCESSORS_ONLN)" clang-tidy --config-file=tools/clang-tidy -p build/debug --quiet --warnings-as-errors='*'
