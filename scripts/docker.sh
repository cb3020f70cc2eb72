# Finds a Docker engine, and starts or installs one where that can be done without asking: as root
# on Debian or Ubuntu. To be sourced, after toolchain.sh.

# The version that the poms have.
project_version() {
  sed -nE 's|^  <version>(.*)</version>|\1|p' pom.xml | first_lines
}

docker_runs() { docker version >/dev/null 2>&1; }

# True once there's an engine; says what it took, or why there's none.
get_docker() {
  docker_runs && return
  if ! command -v dockerd >/dev/null; then
    on_debian_as_root || return 1
    install_packages docker.io iptables
  fi
  # its package may have started it
  docker_runs && return
  [[ $(id -u) == 0 ]] || return 1
  say "starting dockerd"
  mkdir -p /var/log
  setsid dockerd >/var/log/dockerd.log 2>&1 </dev/null &
  for _ in $(seq 60); do
    if docker_runs; then return; fi
    sleep 0.5
  done
  say "dockerd doesn't start:"
  tail -n 5 /var/log/dockerd.log >&2
  return 1
}

require_docker() {
  get_docker && return
  say "A Docker engine is missing. On Debian or Ubuntu: sudo apt-get install -y docker.io"
  exit 1
}
