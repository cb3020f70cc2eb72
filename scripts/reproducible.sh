#!/usr/bin/env bash
# Builds the agents twice, each time from nothing and in a folder of its own, and compares what comes
# out byte by byte: the fat jars, what the images are made of, and the SBOMs. Further arguments go to Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh

require_jdk
require_maven
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in first another/second; do
  mkdir -p "$work/$folder"
  git ls-files -z | xargs -0 cp --parents -t "$work/$folder"
  (cd "$work/$folder" && ${MVN:-mvn} -B -q -ntp -DskipTests "$@" package -pl mesh-consumer,mesh-provider -am >"$work/log" 2>&1) || {
    tail -n 20 "$work/log" >&2
    exit 1
  }
done
differ=0
for agent in mesh-consumer mesh-provider; do
  for file in "$agent.jar" image/libraries.jar image/classes.jar "$agent.cdx.json"; do
    path=$agent/target/$file
    if [[ $file == *.cdx.json && ! -e $work/first/$path ]]; then
      say "$path: not made, as Maven is offline"
      continue
    fi
    if cmp "$work/first/$path" "$work/another/second/$path"; then
      echo "$path: the same, $(sha256sum <"$work/first/$path" | cut -c1-16)"
    else
      differ=1
    fi
  done
done
exit "$differ"
