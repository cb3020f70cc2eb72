#!/usr/bin/env bash
# The project's version is the one in pom.xml. Without an argument this prints it; with one it sets it
# there and wherever it has to be repeated: in the modules' poms, and as the chart's appVersion, which
# is its images' tag. A snapshot's chart has the version without -SNAPSHOT.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/docker.sh

old=$(project_version)
new=${1:-}
if [[ -z $new ]]; then
  echo "$old"
  exit
fi
if [[ ! $new =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]]; then
  say "'$new' is no version, expected such as 0.2.0 or 0.2.0-SNAPSHOT"
  exit 2
fi
git ls-files '*pom.xml' | xargs sed -i "s|<version>${old//./\\.}</version>|<version>$new</version>|"
sed -i -e "s|^version: .*|version: ${new%-SNAPSHOT}|" -e "s|^appVersion: .*|appVersion: $new|" k8s/chart/Chart.yaml
say "$old -> $new; the changelog is yours to write"
