#!/usr/bin/env bash
# Prints of both agents' images: size, how long from the start of the container until the agent is
# ready (by the clock, by the agent's own, and in CPU time, which a busy machine changes least), and the
# memory that it holds when it's idle. With the class-data archive and without. Medians of ROUNDS (5).
# Run scripts/images.sh first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/docker.sh

require_docker
rounds=${ROUNDS:-5}
tag=${TAG:-$(project_version)}
idle_seconds=5
container=

cleanup() { [[ -z $container ]] || docker rm -f "$container" >/dev/null 2>&1 || true; }
trap cleanup EXIT

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

megabytes() { awk '{ printf "%.1f", $1 / 1000000 }'; }

# once AGENT FLAG…: starts it, and sets wall, own, cpu and idle
once() {
  local agent=$1 begun log process
  shift
  begun=$(date +%s%N)
  container=$(docker run -d --read-only --cap-drop ALL --security-opt no-new-privileges \
    --tmpfs /tmp:rw,uid=10001 --memory 256m "${jvm[@]}" "vertx-mesh/$agent:$tag" "$@")
  for _ in $(seq 600); do
    log=$(docker logs "$container" 2>&1)
    [[ $log == *" listens: "* ]] && break # its provider is nowhere, and it's never ready
    sleep 0.02
  done
  wall=$((($(date +%s%N) - begun) / 1000000))
  process=$(docker inspect -f '{{.State.Pid}}' "$container")
  cpu=$(awk '{ print ($14 + $15) * 10 }' "/proc/$process/stat") # in ticks, of which there are 100 a second
  own=$(sed -nE 's/.* listens: .* ([0-9]+) ms after start.*/\1/p' <<<"$log")
  sleep "$idle_seconds"
  idle=$(($(awk '/^VmRSS/ { print $2 }' "/proc/$process/status") / 1024))
  docker rm -f "$container" >/dev/null
  container=
}

# figures AGENT HOW FLAG…
figures() {
  local agent=$1 how=$2
  local -a walls=() owns=() cpus=() idles=()
  shift 2
  for _ in $(seq "$rounds"); do
    once "$agent" "$@"
    walls+=("$wall") owns+=("$own") cpus+=("$cpu") idles+=("$idle")
  done
  printf '| %s | %s | %s MB | %s ms | %s ms | %s ms | %s MiB |\n' "$agent" "$how" \
    "$(docker image inspect -f '{{.Size}}' "vertx-mesh/$agent:$tag" | megabytes)" \
    "$(printf '%s\n' "${walls[@]}" | median)" "$(printf '%s\n' "${owns[@]}" | median)" \
    "$(printf '%s\n' "${cpus[@]}" | median)" \
    "$(printf '%s\n' "${idles[@]}" | median)"
}

echo "| image | class-data archive | size | docker run to listening | JVM's start to listening | CPU until then | idle |"
echo "|---|---|---|---|---|---|---|"
for how in with without; do
  jvm=()
  [[ $how == without ]] && jvm=(-e _JAVA_OPTIONS=-Xshare:off)
  figures mesh-consumer "$how" --registry "static:dubbo://127.0.0.1:20880/com.example.Nobody"
  figures mesh-provider "$how" --registry file:/tmp/registry --dubbo 127.0.0.1:20880 --service com.example.Nobody
done
echo
echo "Layers over the base, the last of which is all that a change of ours moves:"
for agent in mesh-consumer mesh-provider; do
  docker history --human=false --format '{{.Size}} {{.CreatedBy}}' --no-trunc "vertx-mesh/$agent:$tag" |
    awk -v agent="$agent" '$1 > 0 { printf "%s %.3f MB\n", agent, $1 / 1000000 }' | first_lines 4
done
