# Sourced by demo.sh and test.sh: installs Debian packages that are missing, through sudo where needed, and builds.
# usage: install_dependencies PACKAGE...
# A word FIRST|OTHER is satisfied by either package; where neither is there, FIRST is installed.
# On a system without apt-get nothing is installed, and the build tries with what is there.

build_packages="g++ cmake ninja-build pkg-config libboost-dev|libboost1.81-dev
  libboost-program-options-dev|libboost-program-options1.81-dev libicu-dev libtbb-dev libfmt-dev
  libsimdjson-dev zlib1g-dev libdeflate-dev libmd-dev libzstd-dev libbrotli-dev libpugixml-dev libuchardet-dev
  libxxhash-dev libstemmer-dev lowdown"
python_build_packages="python3-dev pybind11-dev python3-numpy"
test_packages="python3 libgtest-dev"
# What the whole of the tests needs beside these: the Python package and its tests.
python_packages="$python_build_packages zstd python3-pandas python3-pytest"
# Programs and libraries that work with ours; where they cannot be installed, their tests are skipped.
reader_packages="graphviz python3-networkx r-cran-ape doxygen zsh fish python3-scipy python3-sklearn python3-matplotlib mypy
  chromium chromium-driver firefox-esr python3-selenium mandoc patchelf python3-pip python3-setuptools python3-wheel python3-sphinx python3-myst-parser texlive-latex-base texlive-latex-recommended"

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

has_packages() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

install_dependencies() {
  local missing=() as_root="" note="" by_hand
  if ! has_packages; then
    [ "${is_explained-}" ] || cat >&2 <<'END'
This is not Debian or Ubuntu, so nothing is installed for you. Install the libraries and tools that docs/install.md lists with the
package manager of this system; CMake will name those that it cannot find.
END
    is_explained=yes
    return 0
  fi
  find_missing "$@"
  [ ${#missing[@]} -gt 0 ] || return 0
  by_hand="apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing, and there is no sudo to install them:" "${missing[@]}" >&2
      echo "Ask an administrator to run: $by_hand" >&2
      return 1
    fi
    as_root=sudo
    note="; sudo may ask for your password"
  fi
  echo "Installing: ${missing[*]}$note"
  update_lists
  if ! apt_install "${missing[@]}"; then
    echo "These packages could not be installed:" "${missing[@]}" >&2
    echo "Above is what apt says. If the right to install is missing, ask an administrator to run: $by_hand" >&2
    return 1
  fi
}

# usage: install_readers PACKAGE...: as many of them as can be installed, and says of the others why they cannot.
install_readers() {
  local missing=() as_root="" package words
  has_packages || return 0
  find_missing "$@"
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "There is no sudo, so tests are skipped that use:" "${missing[@]}" && return; }
    as_root=sudo
  fi
  echo "Installing: ${missing[*]}"
  update_lists
  apt_install "${missing[@]}" 2>/dev/null && return
  for package in "${missing[@]}"; do
    words=$(apt_install "$package" 2>&1) || printf '%s cannot be installed; the tests that use it are skipped. apt: %s\n' "$package" "$words" >&2
  done
}

# Sets `missing` of the caller.
find_missing() {
  local package
  for package in "$@"; do
    is_installed "${package%%|*}" || is_installed "${package##*|}" || missing+=("${package%%|*}")
  done
}

# Where another program installs packages, apt waits for it.
apt_install() {
  ${as_root-} env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 "$@" >/dev/null
}

# Once, and again while another program does the same. Old lists may still do.
update_lists() {
  local try
  [ "${is_updated-}" ] && return
  for try in {1..60}; do
    [[ $(LC_ALL=C ${as_root-} apt-get update -q 2>&1 >/dev/null) == *"Could not get lock"* ]] || break
    sleep 5
  done
  is_updated=yes
}

# usage: build PRESET TARGETS [CMAKE_OPTION...]. The output is shown only if the build fails.
build() {
  local log
  log=$(mktemp)
  echo "Building; the first time takes a few minutes"
  # Debian's Python is the one that packages are installed for; another may come first on the path.
  [ ! -x /usr/bin/python3 ] || set -- "$@" -D{Python,Python3}_EXECUTABLE=/usr/bin/python3
  # shellcheck disable=SC2086
  if ! { cmake --preset "$1" "${@:3}" && cmake --build --preset "$1" --target $2; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
