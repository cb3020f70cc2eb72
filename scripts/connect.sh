# Gets what tests Connect and isn't ours: the protocol's conformance suite with its reference server,
# into ~/.cache/vertx-mesh/conformance-VERSION, and connect-es into ~/.cache/vertx-mesh/connect-es-VERSION,
# once. To be sourced, after toolchain.sh and etcd.sh.
#
# Where one can't be had its tests are skipped, unless -Dmesh.connect.required=true is given to Maven.

conformance_version=1.0.7
connect_es_version=2.1.2 # the last for Node 20
protobuf_es_version=2.17.0

get_connect() {
  local missing=0
  build_conformance || missing=1
  install_connect_es || missing=1
  return "$missing"
}

# The suite's programs, and what its service looks like, which only a package inside of it can tell.
build_conformance() {
  local folder=$etcd_cache/conformance-$conformance_version work go module
  [[ -e $folder/conformance.protoset ]] && return
  go=$(find_go) || {
    say "Connect's conformance suite isn't here, nor a Go to build it with: its tests are skipped"
    return 1
  }
  say "building Connect's conformance suite $conformance_version"
  work=$(mktemp -d)
  mkdir "$work/out"
  if module=$(cd "$work" && GOTOOLCHAIN=local "$go" mod download -json \
    "connectrpc.com/conformance@v$conformance_version" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p') &&
    cp -r "$module" "$work/suite" && chmod -R u+w "$work/suite" &&
    cp -r it-tests/src/test/connect/protoset "$work/suite/cmd/protoset" &&
    (cd "$work/suite" &&
      export GOTOOLCHAIN=local CGO_ENABLED=0 &&
      "$go" build -trimpath -ldflags='-s -w' -o "$work/out/" \
        ./cmd/connectconformance ./cmd/referenceserver &&
      "$go" run ./cmd/protoset >"$work/out/conformance.protoset") >"$work/log" 2>&1; then
    mkdir -p "$folder"
    mv "$work/out/connectconformance" "$work/out/referenceserver" "$folder/"
    mv "$work/out/conformance.protoset" "$folder/" # the last: it says that all is there
    rm -rf "$work"
    return
  fi
  say "Connect's conformance suite $conformance_version can't be built:"
  tail -n 5 "$work/log" >&2 || true
  rm -rf "$work"
  return 1
}

install_connect_es() {
  local folder=$etcd_cache/connect-es-$connect_es_version work
  need_node 20 "tests of connect-es" || return # by its own account; Debian 12 has 18
  [[ -d $folder/node_modules ]] && return
  say "getting connect-es $connect_es_version"
  work=$(mktemp -d)
  echo '{"private": true}' >"$work/package.json"
  (cd "$work" && npm install --no-audit --no-fund --ignore-scripts \
    "@connectrpc/connect@$connect_es_version" "@connectrpc/connect-node@$connect_es_version" \
    "@connectrpc/connect-web@$connect_es_version" "@bufbuild/protobuf@$protobuf_es_version") \
    >"$work/log" 2>&1 || {
    say "connect-es $connect_es_version can't be had:"
    tail -n 5 "$work/log" >&2
    rm -rf "$work"
    return 1
  }
  mkdir -p "$folder"
  mv "$work/node_modules" "$folder/node_modules"
  rm -rf "$work"
}
