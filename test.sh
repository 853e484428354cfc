#!/usr/bin/env bash
# Installs what is missing, builds and runs all tests. Arguments go to ctest: ./test.sh -R evaluate
# EXTRA_PACKAGES="slurm-wlm munge" ./test.sh installs these too, for the test of docs/slurm.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")"
. cmake/prepare.sh
# shellcheck disable=SC2086
install_dependencies $build_packages $test_packages
# shellcheck disable=SC2086
install_dependencies $reader_packages ${EXTRA_PACKAGES-} 2>/dev/null ||
  echo "Some programs that tests use are missing; those tests are skipped"
build developer all
exec ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@"
