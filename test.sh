#!/usr/bin/env bash
# Installs what is missing, builds and runs all tests. Arguments go to ctest: ./test.sh -R evaluate
# EXTRA_PACKAGES="slurm-wlm munge" ./test.sh installs these too, for the test of docs/slurm.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")"
. cmake/prepare.sh
# shellcheck disable=SC2086
install_dependencies $build_packages $test_packages
for package in $reader_packages ${EXTRA_PACKAGES-}; do
  install_dependencies "$package" 2>/dev/null || echo "$package cannot be installed; the tests that use it are skipped"
done
if [ ! -d tests/browser/node_modules ]; then
  (cd tests/browser && npm install --silent --no-audit --no-fund --no-package-lock) 2>/dev/null ||
    echo "axe-core cannot be installed; the tests that use it are skipped"
fi
build developer all
status=0
ctest --test-dir build/release --output-on-failure -j "$(getconf _NPROCESSORS_ONLN)" "$@" | tee build/test.log || status=$?
if [ "$status" -ne 0 ] && grep -q '% tests passed' build/test.log; then
  echo "The ends of what the failed tests printed:"
  awk '/^[0-9]+\/[0-9]+ Testing: / { lines = 0 }
       { line[lines++] = $0 }
       /^Test (Failed|timed out)/ { for (i = lines > 60 ? lines - 60 : 0; i < lines; ++i) print line[i] }' \
    build/release/Testing/Temporary/LastTest.log
  sed -n '/% tests passed/,$p' build/test.log
fi
exit "$status"
