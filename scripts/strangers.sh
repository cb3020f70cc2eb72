# Gets programs that know nothing of the mesh and call it, or are called by it: dubbo-go and grpc-go,
# built of it-tests/src/test/go, and the libraries of npm and PyPI that the scripts in
# it-tests/src/test/node and it-tests/src/test/python use. Each lies in
# ~/.cache/vertx-mesh/strangers-KIND-CONTENT, by what it is made of. To be sourced, after
# toolchain.sh and etcd.sh.
#
# Where one can't be had its tests are skipped, unless -Dmesh.strangers.required=true is given to
# Maven.

# content_of PATH: what is in a file, or in all files below a folder
content_of() {
  (cd "$1" 2>/dev/null && find . -type f | LC_ALL=C sort | xargs cat || cat "$1") | sha256sum | cut -c1-16
}

# get_strangers: all of them; false if one is missing then
get_strangers() {
  local missing=0
  get_go_strangers || missing=1
  get_node_strangers || missing=1
  get_python_strangers || missing=1
  return "$missing"
}

# stranger_folder KIND PATH: where it is kept
stranger_folder() {
  echo "$etcd_cache/strangers-$1-$(content_of "$2")"
}

# keep_stranger KIND FOLDER COMMAND…: the command fills the folder that WORK names, which is kept whole
# or not at all
keep_stranger() {
  local kind=$1 folder=$2 status=0
  shift 2
  [[ -d $folder ]] && return
  say "getting what tests of $kind need"
  mkdir -p "$etcd_cache"
  WORK=$(mktemp -d "$etcd_cache/part-XXXXXX")
  "$@" >"$WORK.log" 2>&1 || status=$?
  if ((status == 0)) && mv -T "$WORK" "$folder" 2>/dev/null; then
    rm -f "$WORK.log"
    return
  fi
  say "what tests of $kind need isn't to be had:"
  tail -n 5 "$WORK.log" >&2
  rm -rf "$WORK" "$WORK.log"
  [[ -d $folder ]] # somebody else may have been faster
}

get_go_strangers() {
  local go
  go=$(find_go) || {
    say "no Go is here: tests of dubbo-go and grpc-go are skipped"
    return 1
  }
  keep_stranger Go "$(stranger_folder go it-tests/src/test/go)" build_go_strangers "$go"
}

# A Go that is older than go.mod wants fetches one that isn't. grpc-go's own programs, client and
# server, are go.mod's tools.
build_go_strangers() {
  local packages
  for packages in ./... tool; do
    (cd it-tests/src/test/go && CGO_ENABLED=0 GOFLAGS=-buildvcs=false \
      "$1" build -trimpath -ldflags='-s -w' -o "$WORK/" "$packages") || return 1
  done
}

get_node_strangers() {
  need_node 12 "tests of Node's clients" || return # which is what the lock file's packages ask for
  keep_stranger Node "$(stranger_folder node it-tests/src/test/node/package-lock.json)" \
    install_node_strangers
}

install_node_strangers() {
  cp it-tests/src/test/node/package.json it-tests/src/test/node/package-lock.json "$WORK/"
  (cd "$WORK" && npm ci --ignore-scripts --no-audit --no-fund)
}

get_python_strangers() {
  python3 -m pip --version >/dev/null 2>&1 ||
    { on_debian_as_root && install_packages python3-pip; } || {
    say "no Python with pip is here: tests of its clients are skipped"
    return 1
  }
  keep_stranger Python "$(stranger_folder python it-tests/src/test/python/requirements.txt)" \
    install_python_strangers
}

install_python_strangers() {
  python3 -m pip install --no-input --disable-pip-version-check --target "$WORK" \
    -r it-tests/src/test/python/requirements.txt
}
