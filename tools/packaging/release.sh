#!/usr/bin/env bash
# Makes a release of the current commit: the tag vVERSION, signed where git has a key, and dist/subintent-VERSION.tar.gz with its SHA-256.
# usage: tools/packaging/release.sh VERSION
# It pushes nothing, and prints what to do next.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/../.."

fail() {
  echo "release.sh: $1" >&2
  exit 1
}

[ $# = 1 ] || { echo "usage: tools/packaging/release.sh VERSION" >&2; exit 2; }
version=$1
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "'$version' is not a version such as 0.2.0"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
grep -q "project(subintent VERSION $version " CMakeLists.txt || fail "CMakeLists.txt has another version: set it to $version"
grep -q '^set(SUBINTENT_STAGE "")' CMakeLists.txt || fail "CMakeLists.txt calls $version unfinished: set(SUBINTENT_STAGE \"\")"
grep -q "^version: $version$" CITATION.cff || fail "CITATION.cff has another version: set it to $version, and nothing behind it"
heading=$(grep -m 1 '^## ' CHANGELOG.md) || fail "CHANGELOG.md has no heading"
[[ $heading =~ ^"## $version ("([0-9]{4}-[0-9]{2}-[0-9]{2})")"$ ]] ||
  fail "CHANGELOG.md begins with '$heading': let it be '## $version (YYYY-MM-DD)'"
day=${BASH_REMATCH[1]}
! wrong=$(grep -m 1 -E '^## .*(unreleased|[Ss]ince)' CHANGELOG.md) || fail "CHANGELOG.md has the heading '$wrong': give it a version and a date"
grep -q "^date-released: $day$" CITATION.cff || fail "CITATION.cff has not the date of CHANGELOG.md: date-released: $day"
head -1 tools/packaging/debian/changelog | grep -qF "subintent ($version)" || fail "tools/packaging/debian/changelog does not begin with subintent ($version)"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "there is a tag v$version already"

./test.sh
mkdir -p dist
archive=dist/subintent-$version.tar.gz
git archive --format=tar --prefix="subintent-$version/" HEAD | gzip -9n >"$archive"
(cd dist && sha256sum "${archive#dist/}" | tee "${archive#dist/}.sha256")
if git config --get user.signingkey >/dev/null; then
  git tag -s "v$version" -m "subintent $version"
else
  echo "release.sh: the tag is not signed, since git has no key: git config user.signingkey KEY" >&2
  git tag -a "v$version" -m "subintent $version"
fi
cat <<END
Tagged v$version. Next:
  git push origin main v$version
  publish $archive and $archive.sha256 as a release, with its section of CHANGELOG.md
  build the Debian packages with cp -r tools/packaging/debian . && dpkg-buildpackage -us -uc -b, and test them with tools/packaging/check_packages.sh
  test the archive for Python's package index with tools/packaging/check_pip.sh
  begin the next version: its number and SUBINTENT_STAGE "-dev" in CMakeLists.txt, VERSION-dev without a date in CITATION.cff,
    '## VERSION (unreleased)' in CHANGELOG.md, VERSION~dev in tools/packaging/debian/changelog
END
