#!/usr/bin/env bash
# Writes what the agents load while they start and take a few calls, for the class-data archives of the images and of
# the tarball, into mesh-consumer/target/image/loaded.classes and the provider's. Kept in ~/.cache/vertx-mesh/classes by
# what the jar is, so that the archive stays the same as long as it does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/toolchain.sh
. scripts/etcd.sh

require_jdk

# known AGENT: where the list for what is in its jar is kept
known() {
  echo "$etcd_cache/classes/$1-$(sha256sum <"mesh-$1/target/mesh-$1.jar" | cut -c1-16)"
}

# give: puts the kept lists where they are taken from; fails if one isn't there
give() {
  local agent
  for agent in consumer provider; do
    [[ -f $(known "$agent") ]] || return 1
    cp "$(known "$agent")" "mesh-$agent/target/image/loaded.classes"
  done
}

if give; then exit; fi
say "seeing which classes the agents load"
# by all the registries that there are; etcd isn't one where it can't be had, nor the others where their servers aren't built
work=$(mktemp -d)
registries=(--registry "file:$work/registry")
zookeeper=samples/zookeeper-server/target/lib
if [[ -d $zookeeper ]]; then registries+=(--registry 'zookeeper://127.0.0.1:23791/dubbo?cache=none'); else zookeeper=; fi
nacos=samples/nacos-server/target/nacos-server.jar
if [[ -f $nacos ]]; then registries+=(--registry 'nacos://127.0.0.1:23848?cache=none'); else nacos=; fi
etcd=$etcd_cache/etcd-3.6.16/etcd
if build_etcd 3.6.16; then registries+=(--registry 'etcd://127.0.0.1:23790?cache=none'); else etcd=; fi
pids=()
stop_all() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap stop_all EXIT

# await WHAT COMMAND…: until the command succeeds
await() {
  local what=$1
  shift
  for _ in $(seq 3000); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  say "$what didn't come:"
  tail -n 5 "$work"/*.log >&2
  exit 1
}

# record AGENT FLAG…: as bin/ starts it, whose JVM reads a manifest too
record() {
  local agent=$1
  shift
  java -XX:DumpLoadedClassList="$work/$agent.list" -XX:+UseSerialGC -Xmx64m \
    -Djava.library.path="mesh-$agent/target/image/native" \
    -jar "mesh-$agent/target/mesh-$agent.jar" "${registries[@]}" "$@" >"$work/$agent.log" 2>&1 &
  pids+=($!)
}

if [[ -n $etcd ]]; then
  "$etcd" --data-dir "$work/etcd" --listen-peer-urls http://127.0.0.1:23800 \
    --listen-client-urls http://127.0.0.1:23790 --advertise-client-urls http://127.0.0.1:23790 \
    --initial-advertise-peer-urls http://127.0.0.1:23800 \
    --initial-cluster default=http://127.0.0.1:23800 >"$work/etcd.log" 2>&1 &
  pids+=($!)
  await etcd curl -sf http://127.0.0.1:23790/health
fi
if [[ $zookeeper ]]; then
  printf '%s\n' "dataDir=$work/zookeeper" clientPort=23791 clientPortAddress=127.0.0.1 >"$work/zoo.cfg"
  java -Xmx128m -Dzookeeper.admin.enableServer=false -cp "$zookeeper/*" \
    org.apache.zookeeper.server.quorum.QuorumPeerMain "$work/zoo.cfg" >"$work/zookeeper.log" 2>&1 &
  pids+=($!)
  await ZooKeeper bash -c ': </dev/tcp/127.0.0.1/23791'
fi
if [[ $nacos ]]; then
  java -Xmx512m -Xss512k -XX:+UseSerialGC -jar "$nacos" "$work/nacos" 23848 >"$work/nacos.log" 2>&1 &
  pids+=($!)
  await Nacos grep -q '^ready: nacos on' "$work/nacos.log"
fi
java -jar samples/dubbo-provider/target/dubbo-provider.jar --port 23881 >"$work/sample.log" 2>&1 &
pids+=($!)
record provider --dubbo 127.0.0.1:23881 --port 23830 --admin-port 23832
record consumer --port 23820 --admin-port 23822
agents=("${pids[@]: -2}")
await "the provider agent" curl -sf http://127.0.0.1:23832/health/ready
hello=com.alibaba.dubbo.performance.demo.provider.IHelloService
await "an answer" curl -sf -d '["hello"]' "http://127.0.0.1:23820/$hello/hash"
for _ in 1 2 3; do
  curl -s -d "interface=$hello&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=hello" \
    http://127.0.0.1:23820/
  curl -s -d '{"types":["long"],"args":[1]}' http://127.0.0.1:23820/dev.vertxmesh.samples.UserService/find
  curl -s -d '[]' http://127.0.0.1:23820/com.example.Missing/hash
  for port in 23822 23832; do
    curl -s "http://127.0.0.1:$port/metrics" "http://127.0.0.1:$port/topology" "http://127.0.0.1:$port/health/live"
  done
done >/dev/null
kill "${agents[@]}"
for pid in "${agents[@]}"; do wait "$pid" || true; done

# Sorted, so that the same classes are the same list: first the classes, then what is said of them.
sorted() {
  sed 's/ id:.*//' | LC_ALL=C sort -u | awk '/^@/ { said[++count] = $0; next } { print } END { for (i = 1; i <= count; i++) print said[i] }'
}
# keep FILE: unless there's one already, which is as good and which archives have been made by. It's in use, and so new
keep() {
  cat >"$work/kept"
  [[ -f $1 ]] || mv "$work/kept" "$1"
  touch "$1"
}
mkdir -p "$etcd_cache/classes"
for agent in consumer provider; do
  grep -v -e '^#' -e 'source:' "$work/$agent.list" | sorted | keep "$(known "$agent")"
done
find "$etcd_cache/classes" -type f -mtime +30 -delete
give
