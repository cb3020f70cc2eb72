# Gets the releases of etcd that the tests run against, into ~/.cache/vertx-mesh/etcd-VERSION/etcd,
# once. 3.4 is what Debian and Ubuntu package; 3.5 and 3.6 are built as Go modules, for which a Go
# that's too old fetches one that isn't. To be sourced, after toolchain.sh.
#
# Where one can't be had its tests are skipped, unless -Dmesh.etcd.required=true is given to Maven.

etcd_cache=${XDG_CACHE_HOME:-$HOME/.cache}/vertx-mesh
etcd_built=(3.5.35 3.6.16)
etcd_go=1.26.0 # which builds both

# All of them; false if one is missing then.
get_etcds() {
  local version missing=0
  package_etcd || missing=1
  for version in "${etcd_built[@]}"; do
    build_etcd "$version" || missing=1
  done
  return "$missing"
}

# etcd 3.4 of the distribution, unpacked and not installed: installing it would start it.
package_etcd() {
  local work found version
  compgen -G "$etcd_cache/etcd-3.4.*/etcd" >/dev/null && return
  work=$(mktemp -d)
  found=$(command -v etcd || true)
  if [[ -z $found ]] && command -v apt-get >/dev/null; then
    if on_debian_as_root; then apt-get update -qq >/dev/null; fi
    (cd "$work" && apt-get download -qq etcd-server >/dev/null 2>&1 && dpkg -x etcd-server_*.deb .) || true
    [[ -x $work/usr/bin/etcd ]] && found=$work/usr/bin/etcd
  fi
  [[ -n $found ]] && version=$("$found" --version | sed -nE 's/^etcd Version: (3\.4\.[0-9]+).*/\1/p')
  if [[ -z ${version:-} ]]; then
    say "etcd 3.4 isn't here: put it at $etcd_cache/etcd-3.4.23/etcd, or its tests are skipped"
    rm -rf "$work"
    return 1
  fi
  mkdir -p "$etcd_cache/etcd-$version"
  cp "$found" "$etcd_cache/etcd-$version/etcd"
  rm -rf "$work"
}

# Whether the Go of this name is new enough.
is_new_go() {
  local version
  version=$("$1" env GOVERSION 2>/dev/null | sed -nE 's/^go1\.([0-9]+).*/\1/p')
  ((${version:-0} >= 24))
}

# Prints the name of a Go that is new enough.
find_go() {
  local candidate modules platform
  for candidate in go /usr/local/go/bin/go; do
    if command -v "$candidate" >/dev/null && is_new_go "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  if ! command -v go >/dev/null; then
    on_debian_as_root || return 1
    install_packages golang-go
  fi
  # a release of Go is a module too, whose programs have lost their permission to run
  platform=$(go env GOOS)-$(go env GOARCH)
  go mod download "golang.org/toolchain@v0.0.1-go$etcd_go.$platform" >&2 || return 1
  modules=$(go env GOMODCACHE)/golang.org/toolchain@v0.0.1-go$etcd_go.$platform
  chmod -R u+wx "$modules/bin" "$modules/pkg/tool"
  echo "$modules/bin/go"
}

# build_etcd VERSION: a main of one line in a module that requires etcd's server.
build_etcd() {
  local version=$1 folder=$etcd_cache/etcd-$1 work go
  [[ -x $folder/etcd ]] && return
  go=$(find_go) || {
    say "etcd $version isn't here, nor a Go to build it with: its tests are skipped"
    return 1
  }
  say "building etcd $version"
  work=$(mktemp -d)
  (
    cd "$work"
    printf 'module etcd\n\ngo 1.24\n\nrequire go.etcd.io/etcd/server/v3 v%s\n' "$version" >go.mod
    cat >main.go <<'MAIN'
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
MAIN
    export GOFLAGS=-mod=mod GOTOOLCHAIN=local CGO_ENABLED=0
    "$go" mod tidy >log 2>&1 && "$go" build -trimpath -ldflags='-s -w' -o etcd . >>log 2>&1
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
