#!/usr/bin/env bash
# Makes a release in a folder of its own, signed with a key that is made for it, and looks at each of its
# parts (docs/releases.md). With --twice it makes another one elsewhere, and compares them byte by byte.
# Further arguments go to Maven. Takes 2.5 minutes of CPU, with --twice twice that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/docker.sh

require_jdk
require_maven
command -v gpg >/dev/null || { on_debian_as_root && install_packages gpg gpg-agent; } || {
  say "release-check: GnuPG is missing"
  exit 1
}
twice=
[[ ${1:-} == --twice ]] && twice=yes && shift
version=0.0.0-check
work=$(mktemp -d)
ids=() # of images
export GNUPGHOME=$work/gnupg
cleanup() {
  gpgconf --kill gpg-agent 2>/dev/null || true
  docker rmi -f "vertx-mesh/mesh-consumer:$version" "vertx-mesh/mesh-provider:$version" "${ids[@]}" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap cleanup EXIT

fail() {
  say "release-check: $*"
  exit 1
}

# made FOLDER ARGUMENT…: a release of a copy of the sources in this folder, in FOLDER/release
made() {
  local folder=$1
  shift
  mkdir -p "$folder/sources"
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$folder/sources"
  (
    cd "$folder/sources"
    find . -name pom.xml -print0 | xargs -0 sed -i "s|<version>$(project_version)</version>|<version>$version</version>|"
    sed -i -e "s|^version: .*|version: $version|" -e "s|^appVersion: .*|appVersion: $version|" k8s/chart/Chart.yaml
    ${MVN:-mvn} -B -q -ntp -Prelease -DskipTests -Dfmt.skip deploy -pl dist -am \
      "-DaltDeploymentRepository=release::file:$folder/release" "$@" >"$folder/log" 2>&1
  ) || {
    tail -n 30 "$folder/log" >&2
    fail "the build fails"
  }
}

check_signatures() {
  local file
  while read -r file; do
    [[ -e $file.asc ]] || fail "$file isn't signed"
    gpg -q --batch --verify "$file.asc" "$file" 2>/dev/null || fail "$file.asc is wrong"
  done < <(find "$1" -type f \( -name '*.jar' -o -name '*.pom' -o -name '*.tar' -o -name '*.gz' -o -name '*.tgz' -o -name '*.deb' -o -name '*.json' -o -name 'SHA*SUMS' \))
}

check_jars() {
  local module kind jar
  for module in common-codec mesh-api mesh-common mesh-registry mesh-bridge mesh-consumer mesh-provider; do
    for kind in .jar -sources.jar -javadoc.jar .pom; do
      jar=$1/dev/vertxmesh/$module/$version/$module-$version$kind
      [[ -s $jar ]] || fail "$jar is missing"
      [[ $(sha256sum <"$jar") == "$(<"$jar.sha256")"* ]] || fail "$jar.sha256 is wrong"
      [[ $(sha512sum <"$jar") == "$(<"$jar.sha512")"* ]] || fail "$jar.sha512 is wrong"
    done
  done
  for module in "$1"/dev/vertxmesh/*; do
    [[ ${module##*/} == @(vertx-mesh|common-codec|mesh-*) ]] || fail "${module##*/} is no part of a release"
  done
}

check_tarball() {
  local agent told
  tar -C "$work" -xzf "$1/vertx-mesh-$version.tar.gz"
  for agent in mesh-consumer mesh-provider; do
    told=$("$work/vertx-mesh-$version/bin/$agent" --version)
    [[ $told == "$agent $version,"* ]] || fail "bin/$agent is '$told'"
  done
  VERTX_MESH_CACHE=$work/cache "$work/vertx-mesh-$version/bin/mesh" archive >"$work/archives" || fail "bin/mesh makes no archives"
  for agent in mesh-consumer mesh-provider; do
    grep -q "/$agent-" "$work/archives" || fail "bin/mesh makes no archive of $agent"
    told=$(VERTX_MESH_CACHE=$work/cache JAVA_OPTS="-Xlog:class+load:file=$work/loaded" "$work/vertx-mesh-$version/bin/$agent" --version)
    [[ $told == "$agent $version,"* ]] || fail "bin/$agent with its archive is '$told'"
    grep -q 'dev\.vertxmesh\..*source: shared objects file' "$work/loaded" || fail "bin/$agent loads nothing from its archive"
    (($(wc -l <"$work/vertx-mesh-$version/lib/$agent.classes") > 1000)) || fail "the list of what $agent loads is nearly empty"
  done
  [[ -s $work/vertx-mesh-$version/LICENSE && -s $work/vertx-mesh-$version/README.md ]] || fail "no LICENSE or README.md"
}

check_package() {
  local package=$1/vertx-mesh_${version//-/\~}_all.deb agent told
  [[ -s $package ]] || fail "$package is missing"
  if ! command -v dpkg-deb >/dev/null; then
    say "release-check: dpkg-deb isn't here, and so $package isn't looked into"
    return
  fi
  [[ $(dpkg-deb --field "$package" Package Version) == *"Version: ${version//-/\~}" ]] || fail "$package has another version"
  dpkg-deb --extract "$package" "$work/package"
  for agent in mesh-consumer mesh-provider; do
    told=$("$work/package/usr/bin/$agent" --version)
    [[ $told == "$agent $version,"* ]] || fail "/usr/bin/$agent is '$told'"
    grep -q "^ExecStart=/usr/bin/$agent " "$work/package/usr/lib/systemd/system/$agent.service" || fail "$agent.service starts something else"
  done
  (cd "$work/package" && md5sum --quiet -c <(dpkg-deb --ctrl-tarfile "$package" | tar -xO ./md5sums)) || fail "$package has wrong sums"
}

check_chart() {
  local chart=vertx-mesh-$version.tgz
  tar -tzf "$1/chart/$chart" vertx-mesh/Chart.yaml >/dev/null || fail "$chart is no chart"
  gpg -q --batch --decrypt "$1/chart/$chart.prov" >"$work/prov" 2>/dev/null || fail "$chart.prov is wrong"
  grep -qF "$chart: sha256:$(sha256sum <"$1/chart/$chart" | cut -d' ' -f1)" "$work/prov" || fail "$chart.prov has another sum"
}

# They take the tags from those that were built, which stay for the next build's cache until the end.
check_images() {
  local agent image told
  for agent in mesh-consumer mesh-provider; do
    image=vertx-mesh/$agent:$version
    ids+=("$(docker image inspect -f '{{.Id}}' "$image")")
    docker load -q -i "$1/images/$agent-$version.oci.tar" >/dev/null
    ids+=("$(docker image inspect -f '{{.Id}}' "$image")")
    [[ ${ids[-1]} != "${ids[-2]}" ]] || fail "the image of $agent isn't loaded"
    told=$(docker run --rm --read-only --cap-drop ALL "$image" --version)
    [[ $told == "$agent $version,"* ]] || fail "the image of $agent is '$told'"
  done
}

mkdir -m 700 "$GNUPGHOME"
gpg -q --batch --pinentry-mode loopback --passphrase '' --quick-generate-key check@example.com rsa3072 sign never 2>/dev/null
made "$work/first" -Dgpg.keyname=check@example.com "$@"
downloads=$work/first/release/downloads/$version
check_jars "$work/first/release"
check_signatures "$work/first/release"
(cd "$downloads" && sha256sum --quiet -c SHA256SUMS && sha512sum --quiet -c SHA512SUMS) || fail "the checksums are wrong"
check_tarball "$downloads"
check_package "$downloads"
check_chart "$downloads"
for agent in mesh-consumer mesh-provider; do
  grep -q '"bomFormat" : "CycloneDX"' "$downloads/sbom/$agent-$version.cdx.json" || fail "no SBOM of $agent"
done
if docker_runs; then check_images "$downloads"; else say "release-check: no images, as no Docker engine is here"; fi
say "release-check: $(find "$work/first/release" -name '*.asc' | wc -l) signatures are right, and what they sign is there"
if [[ -n $twice ]]; then
  made "$work/another/second" "$@"
  grep -q 'nothing is signed, as no key is given' "$work/another/second/log" || fail "unsigned, and it doesn't say so"
  diff -rq --exclude='*.asc*' --exclude='*.prov' --exclude='maven-metadata*' \
    "$work/first/release" "$work/another/second/release" || fail "these aren't the same"
  say "release-check: made twice, it's the same"
fi
