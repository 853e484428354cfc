#!/usr/bin/env bash
# Tests the Debian packages as a new user would: runs lintian, installs them in a new Debian 12 (debootstrap), tries them with
# tests/installed in tools/packaging/debian, and checks that removing them leaves nothing behind.
# usage: tools/packaging/check_packages.sh FOLDER_OF_DEB_FILES      (as root; needs lintian and debootstrap)
set -euo pipefail
packages=$(realpath "${1:?usage: tools/packaging/check_packages.sh FOLDER_OF_DEB_FILES}")
cd "$(dirname "$(realpath "$0")")/../.."
. tools/packaging/chroot.sh

echo "lintian"
lintian --fail-on error,warning "$packages"/*.deb

make_chroot
mkdir "$root/tmp/sources"
cp "$packages"/*.deb "$root"/tmp/
cp -r --parents -t "$root/tmp/sources" data tools/packaging/debian/tests
install_inside man-db bsdextrautils bash-completion g++ cmake make $(cd "$root" && ls -d tmp/*.deb | sed 's|^|/|')
inside sh -c 'cd /tmp/sources && tools/packaging/debian/tests/installed'

inside apt-get purge -q -y -o Dpkg::Use-Pty=0 subintent libsubintent-dev python3-subintent subintent-doc >/dev/null
# /var/cache/man has what man itself keeps of the pages that it showed.
left=$(inside sh -c 'find / -xdev \( -path /proc -o -path /tmp -o -path /var/cache/man \) -prune -o -name "*subintent*" -print' || true)
[ -z "$left" ] || { echo "Left behind: $left" >&2; exit 1; }
echo "Nothing is left behind"
