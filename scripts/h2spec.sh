# Gets h2spec, which asks a server whether it keeps HTTP/2's rules, into
# ~/.cache/vertx-mesh/h2spec-VERSION/h2spec, once: built as a Go module. To be sourced, after
# toolchain.sh and etcd.sh.
#
# The newest that Go's module proxy has: later releases have a go.mod that names them as 1.x, and so
# can't be asked for. Where it can't be had its tests are skipped, unless -Dmesh.h2spec.required=true
# is given to Maven.

h2spec_version=2.2.1

get_h2spec() {
  local folder=$etcd_cache/h2spec-$h2spec_version work go
  [[ -x $folder/h2spec ]] && return
  go=$(find_go) || {
    say "h2spec isn't here, nor a Go to build it with: its tests are skipped"
    return 1
  }
  say "building h2spec $h2spec_version"
  work=$(mktemp -d)
  GOBIN=$work GOTOOLCHAIN=local CGO_ENABLED=0 "$go" install -trimpath -ldflags='-s -w' \
    "github.com/summerwind/h2spec/cmd/h2spec@v$h2spec_version+incompatible" >"$work/log" 2>&1 || {
    say "h2spec $h2spec_version can't be built:"
    tail -n 5 "$work/log" >&2
    rm -rf "$work"
    return 1
  }
  mkdir -p "$folder"
  mv "$work/h2spec" "$folder/h2spec.new"
  mv "$folder/h2spec.new" "$folder/h2spec" # whole or not at all
  rm -rf "$work"
}
