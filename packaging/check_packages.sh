#!/usr/bin/env bash
# Tests the Debian packages as a new user would: runs lintian, installs them in a new Debian 12 (debootstrap), tries the program, its
# man page, its completion, its Python package and its library, and checks that removing them leaves nothing behind.
# usage: packaging/check_packages.sh FOLDER_OF_DEB_FILES      (as root; needs lintian and debootstrap)
set -euo pipefail
packages=$(realpath "${1:?usage: packaging/check_packages.sh FOLDER_OF_DEB_FILES}")
sources=$(cd "$(dirname "$(realpath "$0")")/.." && pwd)
root=$(mktemp -d)
chmod 755 "$root"  # the users that apt and man run as need to read it
clean_up() {
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap clean_up EXIT

echo "lintian"
lintian --fail-on error,warning "$packages"/*.deb

echo "A new Debian 12 in $root"
debootstrap --variant=minbase bookworm "$root" >/dev/null
mount -t proc proc "$root/proc"
ln -sfn /proc/self/fd "$root/dev/fd"
# They would exclude man pages.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/*
cp "$packages"/*.deb "$root"/tmp/
cp "$sources"/data/qrels.txt "$sources"/data/runs/diverse "$root"/tmp/
inside() { chroot "$root" env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
inside sh -c 'apt-get update -q && apt-get install -q -y -o Dpkg::Use-Pty=0 --no-install-recommends man-db bash-completion g++ cmake pkg-config /tmp/*.deb' >/dev/null

echo "The program"
inside subintent evaluate --qrels /tmp/qrels.txt -m I-rec@10 /tmp/diverse
echo "Its man page"
inside man subintent-evaluate | grep -A2 '^NAME'
echo "Its completion"
inside bash -ic 'source /usr/share/bash-completion/bash_completion; source /usr/share/bash-completion/completions/subintent
  COMP_WORDS=(subintent eval); COMP_CWORD=1; COMP_LINE="subintent eval"; COMP_POINT=${#COMP_LINE}
  $(complete -p subintent | sed "s/.*-F \([^ ]*\).*/\1/") subintent eval subintent; echo "${COMPREPLY[@]}"' 2>/dev/null | grep evaluate
echo "Its Python package"
inside python3 -c 'import subintent; print(subintent.__version__, subintent.evaluate("/tmp/qrels.txt", {"diverse": "/tmp/diverse"}, ["I-rec@10"]))'
echo "Its library"
inside sh -c 'cd /tmp && printf "#include <subintent/subintent.h>\nint main() {}\n" > t.cpp && g++ -std=c++20 t.cpp $(pkg-config --cflags --libs subintent) && ./a.out'
echo "The last line of its help"
inside subintent evaluate --help | tail -n 1

inside apt-get purge -q -y -o Dpkg::Use-Pty=0 subintent libsubintent-dev python3-subintent subintent-doc >/dev/null
# /var/cache/man has what man itself keeps of the pages that it showed.
left=$(inside sh -c 'find / -xdev \( -path /proc -o -path /tmp -o -path /var/cache/man \) -prune -o -name "*subintent*" -print' || true)
[ -z "$left" ] || { echo "Left behind: $left" >&2; exit 1; }
echo "Nothing is left behind"
