# Finds a JDK 17 or later and Maven 3.8 or later, and installs what is missing where that can be
# done without asking: as root on Debian or Ubuntu. To be sourced; needs bash 4.

say() { printf '%s\n' "$*" >&2; }

# first_lines [COUNT]: of what it reads, to the end: who writes to a reader that leaves is killed, and
# with pipefail so is the script.
first_lines() { awk -v count="${1:-1}" 'NR <= count'; }

# The major version of the JDK whose folder is given, 0 if it isn't one.
jdk_version() {
  [[ -x $1/bin/javac ]] || { echo 0; return; }
  local version
  version=$("$1/bin/javac" -version 2>&1 | sed -nE 's/^javac ([0-9]+).*/\1/p')
  echo "${version:-0}"
}

find_jdk() {
  local candidate
  local -a candidates=()
  [[ -n ${JAVA_HOME:-} ]] && candidates+=("$JAVA_HOME")
  command -v javac >/dev/null && candidates+=("$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")")
  candidates+=(/usr/lib/jvm/*)
  for candidate in "${candidates[@]}"; do
    if [[ -d $candidate ]] && (($(jdk_version "$candidate") >= 17)); then
      export JAVA_HOME=$candidate
      export PATH=$JAVA_HOME/bin:$PATH
      return 0
    fi
  done
  return 1
}

find_maven() {
  local version major minor
  command -v mvn >/dev/null || return 1
  version=$(mvn -B --version 2>/dev/null | sed -nE 's/.*Apache Maven ([0-9]+\.[0-9]+).*/\1/p' | first_lines)
  major=${version%%.*} minor=${version#*.}
  [[ -n $version ]] && ((major > 3 || (major == 3 && minor >= 8)))
}

on_debian_as_root() {
  [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null
}

install_packages() {
  say "installing $*"
  apt-get update -qq >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# seconds_since NANOS: of what date +%s%N said
seconds_since() {
  local tenths=$((($(date +%s%N) - $1) / 100000000))
  printf '%d.%d\n' $((tenths / 10)) $((tenths % 10))
}

# need_node LEAST TESTS: Node of at least this major version, and npm; false if they can't be had, after
# a line that says so of these tests
need_node() {
  local least=$1 tests=$2 version
  { command -v npm && command -v node; } >/dev/null ||
    { on_debian_as_root && install_packages nodejs npm; } || {
    say "no Node with npm is here: $tests are skipped"
    return 1
  }
  version=$(node --version)
  [[ $version =~ ^v([0-9]+)\. ]] && ((BASH_REMATCH[1] >= least)) || {
    say "$tests need Node $least or later, and $version is here"
    return 1
  }
}

# Which package holds a JDK that is new enough, on this release.
jdk_package() {
  if apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1; then
    echo openjdk-17-jdk-headless
  else
    echo default-jdk-headless
  fi
}

require_jdk() {
  find_jdk && return
  if on_debian_as_root; then
    apt-get update -qq >/dev/null
    install_packages "$(jdk_package)"
    find_jdk && return
  fi
  say "A JDK 17 or later is missing. On Debian or Ubuntu: sudo apt-get install -y openjdk-17-jdk-headless"
  exit 1
}

# Maven, whose own work is over before the JIT's second compiler would pay.
require_maven() {
  find_maven && return
  if on_debian_as_root; then
    install_packages maven
    find_maven && return
  fi
  say "Maven 3.8 or later is missing. On Debian or Ubuntu: sudo apt-get install -y maven"
  exit 1
}
