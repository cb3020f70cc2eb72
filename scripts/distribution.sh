#!/usr/bin/env bash
# Makes the distribution of the agents' jars as built: vertx-mesh-VERSION.tar.gz and vertx-mesh_VERSION_all.deb.
# The same bytes for the same sources, whoever makes them, and when.
#   scripts/distribution.sh FOLDER [TIME]     into FOLDER; everything has this time, as ISO has it, or the pom's
#   scripts/distribution.sh --bin FOLDER      what starts the agents, as it's unpacked, and nothing else
# MAINTAINER, as "NAME <ADDRESS>", is the package's maintainer.
# After mvn package, and scripts/class-lists.sh: without its lists class-data archives are nearly empty.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/docker.sh

only_bin=
if [[ ${1:-} == --bin ]]; then
  only_bin=yes
  shift
fi
[[ $# == [12] ]] || {
  say "distribution.sh: expected FOLDER [TIME]"
  exit 2
}
out=$1
time=${2:-$(sed -nE 's|.*<project.build.outputTimestamp>(.*)</.*|\1|p' pom.xml)}
version=$(project_version)
debian_version=${version//-/\~} # a snapshot comes before its release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# pack FOLDER WHAT FILE: of FOLDER what is in WHAT, alike whoever packs it, and when
pack() {
  tar -C "$1" --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w --format=ustar -cf - "$2" |
    gzip -9 -n >"$3"
}

# fill FOLDER: what starts the agents
fill() {
  local agent
  mkdir -p "$1"
  cp -r dist/bin dist/lib "$1"
  cp -r mesh-consumer/target/image/native "$1/lib"
  for agent in mesh-consumer mesh-provider; do
    cp "$agent/target/$agent.jar" "$1/lib"
    if [[ -e $agent/target/image/loaded.classes ]]; then
      cp "$agent/target/image/loaded.classes" "$1/lib/$agent.classes"
    else
      cp k8s/loaded.classes "$1/lib/$agent.classes"
      say "distribution: no list of what $agent loads, and so it won't start faster: scripts/class-lists.sh makes it"
    fi
  done
}

# pages FOLDER: what there is to read
pages() {
  mkdir -p "$1/docs/plots"
  cp README.md CHANGELOG.md SECURITY.md "$1"
  cp docs/*.md "$1/docs"
  cp docs/plots/* "$1/docs/plots"
}

make_tarball() {
  local name=vertx-mesh-$version
  local folder=$work/tarball/$name
  fill "$folder"
  cp -r dist/etc dist/systemd LICENSE "$folder"
  pages "$folder"
  pack "$work/tarball" "$name" "$out/$name.tar.gz"
}

# member NAME FILE: of an ar, as dpkg reads it
member() {
  printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "$1" "$(date -d "$time" +%s)" 0 0 100644 "$(stat -c %s "$2")"
  cat "$2"
  (($(stat -c %s "$2") % 2 == 0)) || printf '\n'
}

# A package that starts nothing by itself: there's no registry that would be everybody's.
make_deb() {
  local root=$work/deb/root control=$work/deb/control name
  fill "$root/usr/share/vertx-mesh"
  mkdir -p "$root"/usr/{bin,lib/systemd/system,share/doc} "$root/etc/vertx-mesh" "$control"
  for name in dist/bin/*; do
    ln -s "../share/vertx-mesh/bin/${name##*/}" "$root/usr/bin/${name##*/}"
  done
  for name in dist/systemd/*; do
    sed -e 's|/opt/vertx-mesh/bin|/usr/bin|' -e '/^# It comes with the package/,/^#   systemctl/d' "$name" \
      >"$root/usr/lib/systemd/system/${name##*/}"
  done
  cp dist/etc/* "$root/etc/vertx-mesh"
  pages "$root/usr/share/doc/vertx-mesh"
  cp LICENSE "$root/usr/share/doc/vertx-mesh/copyright"
  cat >"$control/control" <<CONTROL
Package: vertx-mesh
Version: $debian_version
Architecture: all
Maintainer: ${MAINTAINER:-Vert.x Mesh <vertx-mesh@localhost>}
Installed-Size: $(du -sk --apparent-size "$root" | cut -f1)
Depends: openjdk-17-jre-headless | java17-runtime-headless
Recommends: openssl
Section: net
Priority: optional
Description: calls Dubbo and gRPC services as plain HTTP or gRPC
 mesh-consumer takes calls over HTTP, gRPC and Dubbo's protocol, and finds
 providers in ZooKeeper, Nacos, etcd or a list. mesh-provider runs beside a
 provider. Neither starts before it's told to: systemctl enable --now
 mesh-consumer, with its settings in /etc/vertx-mesh.
CONTROL
  (cd "$root" && find etc -type f | LC_ALL=C sort | sed 's|^|/|') >"$control/conffiles"
  (cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$control/md5sums"
  printf '2.0\n' >"$work/deb/debian-binary"
  pack "$control" . "$work/deb/control.tar.gz"
  pack "$root" . "$work/deb/data.tar.gz"
  {
    printf '!<arch>\n'
    for name in debian-binary control.tar.gz data.tar.gz; do member "$name" "$work/deb/$name"; done
  } >"$out/vertx-mesh_${debian_version}_all.deb"
}

if [[ $only_bin ]]; then
  fill "$out"
  exit
fi
make_tarball
make_deb
