#!/bin/sh
# uninstall.sh BUILD_FOLDER: removes what `cmake --install BUILD_FOLDER` has put down last, what Python has compiled of it, and the folders
# below the prefix that are empty then.
cd "$1" || exit 1
[ -e install_prefix.txt ] || { echo "Nothing is installed from $PWD" >&2; exit 1; }
prefix=$(cat install_prefix.txt)
awk 1 install_manifest*.txt >installed.txt || exit 1  # a list may end without a line feed, and another may follow
while IFS= read -r file; do
  rm -f -- "${DESTDIR-}$file" || exit 1
  case $file in *.py) rm -rf -- "${DESTDIR-}${file%/*}/__pycache__" ;; esac
done <installed.txt
while IFS= read -r file; do
  folder=${file%/*}
  while [ "$folder" != "${prefix%/}" ] && rmdir -- "${DESTDIR-}$folder" 2>/dev/null; do folder=${folder%/*}; done
done <installed.txt
rm -f install_prefix.txt install_manifest*.txt installed.txt
