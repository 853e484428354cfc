#!/usr/bin/env bash
# Installs what is missing, builds and runs all tests. Arguments go to ctest: ./test.sh -R evaluate
set -euo pipefail
cd "$(dirname "$(realpath "$0")")"
. cmake/prepare.sh
# shellcheck disable=SC2086
install_dependencies $build_packages $test_packages
build_release all -D SUBINTENT_REQUIRE_TESTS=ON
exec ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@"
