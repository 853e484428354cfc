#!/usr/bin/env bash
# Tests `pip install` as a new user would: in a new Debian 12 (debootstrap) with the packages that docs/install.md names and no more, above
# all no make, it builds the archive of the sources, installs that with one compiler at a time, and evaluates something
# with the package and the program. It says how long the build took, and how much memory its largest process.
# usage: tools/packaging/check_pip.sh      (as root; needs debootstrap and git)
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/../.."
. tools/packaging/chroot.sh
make_chroot
read -ra packages < <(awk -F '|' '/Debian package \|$/ { inside = 1 } inside && $4 ~ /`/ && !/tests|debhelper/ { print $4 }' docs/install.md | tr -d '`\n')
install_inside "${packages[@]}"
! inside sh -c 'command -v make' || { echo "make is there, and would hide that something needs it" >&2; exit 1; }
mkdir "$root/source"
git ls-files -z | tar -c --null -T - | tar -x -C "$root/source"

echo "The archive of the sources"
inside sh -c 'cd /source && python3 setup.py -q sdist -d /made && rm -r /source && ls -sh /made'
echo "pip install, with one compiler at a time"
inside python3 -m venv --system-site-packages /venv
inside env CMAKE_BUILD_PARALLEL_LEVEL=1 python3 -c '
import glob, resource, subprocess, sys, time
start = time.time()
pip = ["/venv/bin/pip", "install", "-q", "--no-index", "--no-build-isolation", *glob.glob("/made/*.tar.gz")]
code = subprocess.run(pip, check=False).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.time() - start:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor time, {used.ru_maxrss // 1024} MB in the largest process")
sys.exit(code)'
cp data/qrels.txt data/runs/diverse "$root/tmp/"
echo "The package"
inside /venv/bin/python -c 'import importlib.metadata, subintent
assert importlib.metadata.version("subintent") == subintent.__version__
print(subintent.__version__, subintent.evaluate("/tmp/qrels.txt", {"diverse": "/tmp/diverse"}, ["I-rec@10"]))'
echo "The program"
inside /venv/bin/subintent --version
inside /venv/bin/python -m subintent evaluate --qrels /tmp/qrels.txt -m I-rec@10 /tmp/diverse
echo "The licences of what it carries"
inside sh -c 'cat /venv/lib/python3*/site-packages/subintent/libs/licences/README.txt'
if inside sh -c 'grep "not found" /venv/lib/python3*/site-packages/subintent/libs/licences/README.txt'; then exit 1; fi
inside /venv/bin/pip uninstall -q -y subintent
left=$(inside find /venv -path '*subintent*')
[ -z "$left" ] || { echo "Left behind: $left" >&2; exit 1; }
echo "Nothing is left behind"
