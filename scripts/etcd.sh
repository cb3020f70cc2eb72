# Gets the releases of etcd that the tests run against. To be sourced, after toolchain.sh.
#
# 3.4 is what Debian and Ubuntu package; 3.5 and 3.6 are built as Go modules, once, into
# ~/.cache/vertx-mesh/etcd-VERSION/etcd. Tests look there, at MESH_ETCD_VERSION variables such as
# MESH_ETCD_3_5=/path/to/etcd, and for 3.4 on the path.

etcd_cache=${XDG_CACHE_HOME:-$HOME/.cache}/vertx-mesh

# build_etcd VERSION: a main of one line in a module that requires etcd's server. What etcd itself
# was released with is in its go.mod, so the versions of everything it uses are its own.
build_etcd() {
  local version=$1 folder=$etcd_cache/etcd-$1 work
  [[ -x $folder/etcd ]] && return
  command -v go >/dev/null || {
    say "etcd $version isn't here, and there's no Go to build it with; its tests are skipped"
    return 1
  }
  say "building etcd $version"
  work=$(mktemp -d)
  (
    cd "$work"
    cat >go.mod <<MODULE
module etcd

go 1.21

require go.etcd.io/etcd/server/v3 v$version
MODULE
    cat >main.go <<MAIN
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
MAIN
    export GOFLAGS=-mod=mod CGO_ENABLED=0
    go mod tidy >log 2>&1 && go build -trimpath -ldflags='-s -w' -o etcd . >>log 2>&1
  ) || {
    say "etcd $version can't be built:"
    tail -n 5 "$work/log" >&2
    rm -rf "$work"
    return 1
  }
  mkdir -p "$folder"
  mv "$work/etcd" "$folder/etcd.new"
  mv "$folder/etcd.new" "$folder/etcd" # whole or not at all
  rm -rf "$work"
}
