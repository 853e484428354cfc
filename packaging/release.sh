#!/usr/bin/env bash
# Makes a release of the current commit: the tag vVERSION, and dist/subintent-VERSION.tar.gz with its SHA-256.
# usage: packaging/release.sh VERSION
# It pushes nothing, and prints what to do next.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

fail() {
  echo "release.sh: $1" >&2
  exit 1
}

[ $# = 1 ] || { echo "usage: packaging/release.sh VERSION" >&2; exit 2; }
version=$1
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "'$version' is not a version such as 0.2.0"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
grep -q "project(subintent VERSION $version " CMakeLists.txt || fail "CMakeLists.txt has another version: set it to $version"
grep -q "^version: $version$" CITATION.cff || fail "CITATION.cff has another version: set it to $version"
grep -q "^## $version " CHANGELOG.md || fail "CHANGELOG.md has no heading '## $version (DATE)': rename 'Since ...' to it"
head -1 debian/changelog | grep -q "^subintent ($version)" || fail "debian/changelog does not begin with subintent ($version)"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "there is a tag v$version already"

./test.sh
mkdir -p dist
archive=dist/subintent-$version.tar.gz
git archive --format=tar --prefix="subintent-$version/" HEAD | gzip -9n >"$archive"
git tag -a "v$version" -m "subintent $version"
sha256sum "$archive"
cat <<END
Tagged v$version. Next:
  git push origin main v$version
  publish $archive as a release, with its section of CHANGELOG.md
  insert the URL and the checksum into packaging/conda/meta.yaml and packaging/homebrew/subintent.rb
  build the Debian packages with dpkg-buildpackage -us -uc -b, and test them with packaging/check_packages.sh
END
