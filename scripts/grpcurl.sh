# Gets grpcurl, as a gRPC client that isn't ours, into ~/.cache/vertx-mesh/grpcurl-VERSION/grpcurl,
# once: built as a Go module. To be sourced, after toolchain.sh and etcd.sh.
#
# Where it can't be had its tests are skipped, unless -Dmesh.grpcurl.required=true is given to Maven.

grpcurl_version=1.9.4

get_grpcurl() {
  local folder=$etcd_cache/grpcurl-$grpcurl_version work go
  [[ -x $folder/grpcurl ]] && return
  go=$(find_go) || {
    say "grpcurl isn't here, nor a Go to build it with: its tests are skipped"
    return 1
  }
  say "building grpcurl $grpcurl_version"
  work=$(mktemp -d)
  GOBIN=$work GOTOOLCHAIN=local CGO_ENABLED=0 "$go" install -trimpath -ldflags='-s -w' \
    "github.com/fullstorydev/grpcurl/cmd/grpcurl@v$grpcurl_version" >"$work/log" 2>&1 || {
    say "grpcurl $grpcurl_version can't be built:"
    tail -n 5 "$work/log" >&2
    rm -rf "$work"
    return 1
  }
  mkdir -p "$folder"
  mv "$work/grpcurl" "$folder/grpcurl.new"
  mv "$folder/grpcurl.new" "$folder/grpcurl" # whole or not at all
  rm -rf "$work"
}
