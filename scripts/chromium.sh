# Gets Chromium, to look at the agents' page with, from the distribution. To be sourced, after toolchain.sh.
#
# Where it can't be had its tests are skipped, unless -Dmesh.chromium.required=true is given to Maven.

get_chromium() {
  [[ -n ${MESH_CHROMIUM:-} ]] || command -v chromium >/dev/null && return
  on_debian_as_root && [[ $(. /etc/os-release && echo "$ID") == debian ]] || return 1 # Ubuntu's is a snap
  install_packages chromium
}
