# Sourced by check_packages.sh and check_pip.sh: a new Debian 12 in the folder $root, which is removed at the end. As root; needs
# debootstrap.

make_chroot() {
  root=$(mktemp -d)
  chmod 755 "$root"  # the users that apt and man run as need to read it
  trap remove_chroot EXIT
  echo "A new Debian 12 in $root"
  debootstrap --variant=minbase bookworm "$root" >"$root.log" || { cat "$root.log" >&2; return 1; }
  mount -t proc proc "$root/proc"
  ln -sfn /proc/self/fd "$root/dev/fd"
  rm -f "$root"/etc/dpkg/dpkg.cfg.d/*  # would exclude man pages
}

remove_chroot() {
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$root" "$root.log"
}

# usage: inside COMMAND...
inside() { chroot "$root" env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

# usage: install_inside PACKAGE...
install_inside() {
  inside apt-get update -q >/dev/null
  inside apt-get install -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >/dev/null
}
