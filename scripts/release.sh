#!/usr/bin/env bash
# What a release has besides the jars of a Maven repository. The build of dist calls it, once the
# agents' jars are there (docs/releases.md); what it makes is the same for the same sources.
#   scripts/release.sh make TIME [KEY]      into dist/target/release, everything with this time, as ISO
#                                           has it, and signed with this key of GnuPG's
#   scripts/release.sh publish REPOSITORY   takes it into downloads/VERSION of a Maven repository that
#                                           is a folder (release::file:FOLDER), and sums up its files
# MAVEN_GPG_PASSPHRASE is the key's, if it has one and no agent knows it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/docker.sh

out=$PWD/dist/target/release
version=$(project_version)

# pack FOLDER NAME FILE: of FOLDER what is in NAME, alike whoever packs it, and when
pack() {
  tar -C "$1" --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w --format=ustar -cf - "$2" |
    gzip -9 -n >"$3"
}

make_distribution() {
  scripts/class-lists.sh
  scripts/distribution.sh "$out" "$time"
}

# As helm package makes it, but with one time. Its provenance is the chart's head and its hash, signed.
make_chart() {
  local name
  name=vertx-mesh-$(sed -nE 's/^version: (.*)/\1/p' k8s/chart/Chart.yaml).tgz
  mkdir -p "$out/chart" "$work/chart"
  cp -r k8s/chart "$work/chart/vertx-mesh"
  rm "$work/chart/vertx-mesh/.helmignore"
  pack "$work/chart" vertx-mesh "$out/chart/$name"
  [[ -n $key ]] || return 0
  {
    cat k8s/chart/Chart.yaml
    printf '\n...\nfiles:\n  %s: sha256:%s\n' "$name" "$(sha256sum <"$out/chart/$name" | cut -d' ' -f1)"
  } | gpg_with_key --clearsign >"$out/chart/$name.prov"
}

make_sboms() {
  local agent sbom
  mkdir -p "$out/sbom"
  for agent in mesh-consumer mesh-provider; do
    sbom=$agent/target/$agent.cdx.json
    if [[ -e $sbom ]]; then
      cp "$sbom" "$out/sbom/$agent-$version.cdx.json"
    else
      say "release: no SBOM of $agent, as Maven is offline"
    fi
  done
}

make_images() {
  local agent
  get_docker || {
    say "release: no images, as no Docker engine is here"
    return 0
  }
  # the class-data archive insists on its jar's time
  touch -d "$time" mesh-{consumer,provider}/target/image/{libraries,classes}.jar mesh-{consumer,provider}/target/image/native/*
  TAG=$version scripts/images.sh agents
  mkdir -p "$out/images"
  for agent in mesh-consumer mesh-provider; do
    rm -rf "$work/saved" "$work/oci"
    mkdir -p "$work/saved"
    docker save "vertx-mesh/$agent:$version" | tar -xC "$work/saved"
    docker image inspect -f '{{.Os}} {{.Architecture}} {{json .Config}}' "vertx-mesh/$agent:$version" |
      java scripts/OciLayout.java "$work/saved" "$work/oci" "vertx-mesh/$agent:$version" "$time"
    tar -C "$work/oci" --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
      -cf "$out/images/$agent-$version.oci.tar" blobs index.json manifest.json oci-layout
  done
}

gpg_with_key() {
  local -a how=(--batch --yes --armor --local-user "$key")
  if [[ -n ${MAVEN_GPG_PASSPHRASE:-} ]]; then
    gpg "${how[@]}" --pinentry-mode loopback --passphrase-fd 3 "$@" 3<<<"$MAVEN_GPG_PASSPHRASE"
  else
    gpg "${how[@]}" "$@"
  fi
}

make_sums() {
  local file
  (
    cd "$out"
    find . -type f ! -name '*.prov' -printf '%P\n' | LC_ALL=C sort >"$work/files"
    xargs -d '\n' sha256sum <"$work/files" >"$work/SHA256SUMS"
    xargs -d '\n' sha512sum <"$work/files" >"$work/SHA512SUMS"
    mv "$work/SHA256SUMS" "$work/SHA512SUMS" .
  )
  if [[ -z $key ]]; then
    say "release: nothing is signed, as no key is given: -Dgpg.keyname=KEY"
    return
  fi
  while read -r file; do
    gpg_with_key --detach-sign "$out/$file"
  done < <(cat "$work/files" && printf '%s\n' SHA256SUMS SHA512SUMS)
}

make_all() {
  time=$1 key=${2:-}
  require_jdk
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  rm -rf "$out"
  mkdir -p "$out"
  make_distribution
  make_chart
  make_sboms
  make_images
  make_sums
}

publish() {
  local repository file
  if [[ $1 != *file:* ]]; then
    say "release: $out has the downloads; $1 is no folder to take them to"
    return
  fi
  repository=${1#*file:}
  [[ $repository == ///* ]] && repository=${repository#//}
  mkdir -p "$repository/downloads"
  rm -rf "$repository/downloads/$version"
  cp -r "$out" "$repository/downloads/$version"
  # Maven before 3.9 makes MD5 and SHA-1 only
  find "$repository/dev/vertxmesh" -type f \( -name '*.jar' -o -name '*.pom' \) | while read -r file; do
    sha256sum <"$file" | cut -d' ' -f1 | tr -d '\n' >"$file.sha256"
    sha512sum <"$file" | cut -d' ' -f1 | tr -d '\n' >"$file.sha512"
  done
  say "release: $version is in $repository"
}

case ${1:-} in
  make) make_all "${@:2}" ;;
  publish) publish "${2:-}" ;;
  *)
    say "release.sh: expected make TIME [KEY] or publish REPOSITORY"
    exit 2
    ;;
esac
