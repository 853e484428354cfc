#!/usr/bin/env bash
usage() {
  cat <<'END'
usage: ./test.sh [--quick | ROOM] [CTEST_ARGUMENT...]
Installs what is missing, builds and tests.

  ./test.sh                 everything, with browsers, R, Sphinx and what else can be installed
  ./test.sh --quick         what guards the numbers, in a few minutes: unit tests, the oracle, outputs of other tools, all commands, and
                            Python where its headers are. Installs a compiler, the libraries, GoogleTest and Python alone
  ./test.sh evaluate        the unit tests of a room, for which no more than it needs is built
  ./test.sh -R '^docs/'     some of everything; ctest --test-dir build/release -N names all

PRESET=asan ./test.sh --quick does the same with another preset: asan, clang or debug.
EXTRA_PACKAGES="slurm-wlm munge" ./test.sh installs these too, for the test of docs/slurm.
END
}
set -euo pipefail
cd "$(dirname "$(realpath "$0")")"
. tools/cmake/prepare.sh

# What is left of the command line goes to ctest, whose help names its options. Without a ctest nothing can be refused.
refuse_unknown_options() {
  local word help end='[[:space:],=[]'
  help=$(ctest --help 2>/dev/null) || return 0
  for word in "$@"; do
    case $word in
      -j[0-9]*) ;;
      -*)
        if ! [[ $help =~ [[:space:],]"${word%%=*}"$end ]]; then
          echo "test.sh: unknown option $word, here and to ctest; see ./test.sh --help" >&2
          exit 2
        fi
        ;;
    esac
  done
}

preset=${PRESET-developer}
folder=build/${preset/developer/release}
selection=(-j "$(getconf _NPROCESSORS_ONLN)")
target=all require_all=ON
case ${1-} in
  -h | --help)
    usage
    exit
    ;;
  --quick)
    shift
    selection+=(-L '^(unit|quick)$')
    target=quick require_all=OFF
    ;;
  [a-z]*)
    if [ ! -d "tests/$1" ] || [ -z "$(find "tests/$1" -name '*_test.cpp')" ]; then
      echo "test.sh: tests/$1 has no unit tests; see ./test.sh --help" >&2
      exit 2
    fi
    selection+=(-L '^unit$' -R "^$1/")
    target=test_$1 require_all=OFF
    shift
    ;;
esac
refuse_unknown_options "$@"
# shellcheck disable=SC2086
install_dependencies $build_packages $test_packages
if [ "$target" = all ]; then
  # shellcheck disable=SC2086
  install_dependencies $python_packages
  # shellcheck disable=SC2086
  install_readers $reader_packages ${EXTRA_PACKAGES-}
  if [ ! -d tests/browser/node_modules ]; then
    (cd tests/browser && npm install --silent --no-audit --no-fund --no-package-lock) 2>/dev/null ||
      echo "axe-core cannot be installed; the tests that use it are skipped"
  fi
fi
build "$preset" "$target" -DSUBINTENT_REQUIRE_TESTS="$require_all"
status=0
rm -f "$folder/Testing/Temporary/LastTest.log"
ctest --test-dir "$folder" --output-on-failure "${selection[@]}" "$@" | tee build/test.log || status=$?
awk '/^cases: / { passed += $2; failed += $4; skipped += $6 }
     END { if (passed + failed) print passed + failed + skipped, "cases of commands:", passed, "passed,", failed, "failed,", skipped, "skipped" }' \
  "$folder/Testing/Temporary/LastTest.log"
# What was skipped, by its reason.
awk '
  function skipped(reason) { if (!(reason in tests)) order[++reasons] = reason; if (index(tests[reason] ", ", ", " name ", ") == 0) tests[reason] = tests[reason] ", " name }
  FNR == NR { if (/\*\*\*Skipped/) { sub(/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: /, ""); sub(/ \.*\*\*\*Skipped.*/, ""); is_skipped[$0] = 1 }; next }
  /^[0-9]+\/[0-9]+ Testing: / { name = $0; sub(/^[^:]*: /, "", name); last = ""; said = 0 }
  /^<end of output>/ { if (name in is_skipped && !said) skipped(last) }
  /^SKIPPED \[/ { sub(/^[^:]*:([0-9]+:)? */, ""); skipped($0); said = 1 }
  after == "gtest" { skipped($0); said = 1 }
  after == "case" { skipped($0); said = 1 }
  { after = /: Skipped$/ ? "gtest" : /^=== skipped: / ? "case" : ""; last = $0 }
  END { if (reasons) print "Skipped:"; for (i = 1; i <= reasons; ++i) print "  " order[i] ":" substr(tests[order[i]], 2) }' \
  build/test.log "$folder/Testing/Temporary/LastTest.log"
if [ "$status" -ne 0 ] && grep -q '% tests passed' build/test.log; then
  echo "The ends of what the failed tests printed:"
  awk '/^[0-9]+\/[0-9]+ Testing: / { lines = 0 }
       { line[lines++] = $0 }
       /^Test (Failed|timed out)/ { for (i = lines > 60 ? lines - 60 : 0; i < lines; ++i) print line[i] }' \
    "$folder/Testing/Temporary/LastTest.log"
  sed -n '/% tests passed/,$p' build/test.log
fi
exit "$status"
