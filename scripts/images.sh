#!/usr/bin/env bash
# Makes the images: the agents' and the samples' from the jars as built, and of what they need (a
# JRE, etcd, toxiproxy) those that are neither here nor in a registry that can be reached.
#   scripts/images.sh          all of them
#   scripts/images.sh agents   the two agents' only
# BASE_IMAGE names another JRE to build on. TAG is the images' tag, the project's version otherwise.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/etcd.sh
. scripts/docker.sh

etcd_image=quay.io/coreos/etcd:v3.6.16
toxiproxy_image=ghcr.io/shopify/toxiproxy:2.12.0
toxiproxy_version=v2.12.0
local_jre=vertx-mesh/jre:17

here() { docker image inspect "$1" >/dev/null 2>&1; }

# have IMAGE: whether it's here, or can be pulled
have() { here "$1" || timeout 300 docker pull -q "$1" >/dev/null 2>&1; }

# docker build, whose words are told only if it fails
build() {
  docker build "$@" >"$work/build.log" 2>&1 || {
    tail -n 20 "$work/build.log" >&2
    exit 1
  }
}

# The JRE of this machine's JDK on an empty root, with the few libraries that it needs.
build_jre() {
  local root=$1/root library
  say "building $local_jre, as $base can't be pulled"
  mkdir -p "$root/opt" "$root/etc" "$root/tmp" "$root/lib64"
  chmod 1777 "$root/tmp"
  "$JAVA_HOME/bin/jlink" --output "$root/opt/java" --strip-java-debug-attributes --compress=1 \
    --no-header-files --no-man-pages --vm=server \
    --add-modules "$(cat dist/lib/java.modules)"
  # Netty's natives name the first two, which glibc has had inside itself for some years
  for library in libdl.so.2 libpthread.so.0 libc.so.6 libm.so.6 librt.so.1 libstdc++.so.6 \
    libgcc_s.so.1 libz.so.1 libnss_files.so.2 libnss_dns.so.2 libresolv.so.2; do
    copy_library "$library" "$root"
  done
  copy_loader "$root"
  if [[ -e /etc/ssl/certs/java/cacerts ]]; then
    cp -L /etc/ssl/certs/java/cacerts "$root/opt/java/lib/security/cacerts"
  fi
  printf 'root:x:0:0:root:/:/none\nmesh:x:10001:10001:mesh:/tmp:/none\n' >"$root/etc/passwd"
  printf 'root:x:0:\nmesh:x:10001:\n' >"$root/etc/group"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
  printf 'FROM scratch\nCOPY root /\nENV PATH=/opt/java/bin JAVA_HOME=/opt/java LANG=C.UTF-8\n' >"$1/Dockerfile"
  build -t "$local_jre" "$1"
}

# where the loader finds a library, at the same place under another root
copy_library() {
  local path
  path=$(ldconfig -p | awk -v name="$1" '$1 == name { print $NF }' | first_lines)
  [[ -n $path ]] || return 0
  mkdir -p "$2$(dirname "$path")"
  cp -L "$path" "$2$path"
}

copy_loader() {
  local loader
  loader=$(ldd "$JAVA_HOME/bin/java" | grep -oE '/lib[^ ]*/ld-linux[^ ]*' | first_lines)
  mkdir -p "$1$(dirname "$loader")"
  cp -L "$loader" "$1$loader"
}

# A static program alone: static_image IMAGE PROGRAM PATH [WORD…], which are the image's command.
static_image() {
  local image=$1 program=$2 path=$3 folder
  shift 3
  folder=$(mktemp -d -p "$work")
  cp "$program" "$folder/program"
  {
    printf 'FROM scratch\nCOPY program %s\n' "$path"
    printf '%s\n' "$@"
  } >"$folder/Dockerfile"
  build -t "$image" "$folder"
}

build_toxiproxy() {
  local go
  go=$(find_go)
  say "building $toxiproxy_image"
  GOBIN=$work CGO_ENABLED=0 GOFLAGS=-mod=mod GOTOOLCHAIN=local \
    "$go" install -trimpath -ldflags='-s -w' "github.com/Shopify/toxiproxy/v2/cmd/server@$toxiproxy_version" 2>"$work/log" || {
    tail -n 5 "$work/log" >&2
    exit 1
  }
  static_image "$toxiproxy_image" "$work/server" /toxiproxy \
    'EXPOSE 8474' 'ENTRYPOINT ["/toxiproxy"]' 'CMD ["-host=0.0.0.0"]'
}

build_etcd_image() {
  build_etcd "${etcd_image##*:v}"
  say "building $etcd_image"
  static_image "$etcd_image" "$etcd_cache/etcd-${etcd_image##*:v}/etcd" /usr/local/bin/etcd \
    'EXPOSE 2379 2380' 'CMD ["/usr/local/bin/etcd"]'
}

# image NAME DOCKERFILE [ARGUMENT…]
image() {
  local name=vertx-mesh/$1:$tag file=$2
  shift 2
  build -f "k8s/$file" --build-arg "BASE_IMAGE=$base" --build-arg "VERSION=$tag" "$@" -t "$name" .
  say "$name: $(($(docker image inspect -f '{{.Size}}' "$name") / 1000000)) MB"
}

require_jdk
require_docker
mkdir -p "$etcd_cache"
if command -v flock >/dev/null; then # tests that run beside each other ask for the same images
  exec 9>"$etcd_cache/images.lock"
  flock 9
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tag=${TAG:-$(project_version)}
base=${BASE_IMAGE:-eclipse-temurin:17-jre}
if [[ -z ${BASE_IMAGE:-} ]] && ! here "$base" && here "$local_jre"; then
  base=$local_jre # it couldn't be pulled before
elif ! have "$base"; then
  [[ -z ${BASE_IMAGE:-} ]] || {
    say "$base is neither here nor can it be pulled"
    exit 1
  }
  build_jre "$(mktemp -d -p "$work")"
  base=$local_jre
fi
scripts/class-lists.sh
image mesh-consumer consumer.Dockerfile
image mesh-provider provider.Dockerfile
[[ ${1:-all} == agents ]] && exit
image dubbo-provider sample.Dockerfile --build-arg SAMPLE=dubbo-provider
image dubbo2 sample.Dockerfile --build-arg SAMPLE=dubbo2
have "$etcd_image" || build_etcd_image
have "$toxiproxy_image" || build_toxiproxy
