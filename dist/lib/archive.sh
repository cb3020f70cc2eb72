# Class-data archives, for bin/mesh: what a JVM makes of the classes that an agent loads, so that it starts in
# half of the time. Each is for one jar, one JVM and one set of settings, and has them in its name. It's made once,
# beside the agent, some seconds after a start without one; a start never waits for it, nor fails without it.

# How much memory makes one, in MiB, and then some: where there's less, the agent could be what is ended
making_takes=512

# Of a file that is there: name, size and time of modification, by GNU or BSD.
stat_of() {
  [ ! -e "$1" ] || stat -L -c '%n %s %Y' "$1" 2>/dev/null || stat -L -f '%N %z %m' "$1"
}

# Sets archive to the file that is the right one, whether it's there or not; to nothing, and why, where there's none.
find_archive() {
  archive=
  there=
  cache=
  if [ -n "${VERTX_MESH_CACHE:-}" ]; then
    cache=$VERTX_MESH_CACHE
  elif [ -n "${XDG_CACHE_HOME:-}" ]; then
    cache=$XDG_CACHE_HOME/vertx-mesh
  elif [ -n "${HOME:-}" ]; then
    cache=$HOME/.cache/vertx-mesh
  fi
  case $cache in
    /*:*) why="'$cache' has a colon in it, expected a path without one in VERTX_MESH_CACHE" ;;
    /*)
      # the end of a jar lists what is in it, with a checksum of each
      key=$({
        tail -c 4194304 "$jar"
        for each in "$jar" "$java" "$java_home/lib/server/libjvm.so" "$java_home/lib/server/libjvm.dylib"; do
          stat_of "$each"
        done
        cat "$lib/java.options" "$lib/heap.options" "$lib/$me.classes"
      } | cksum)
      archive=$cache/$me-${key%% *}.jsa
      [ ! -r "$archive" ] || there=yes
      ;;
    '') why="neither HOME nor VERTX_MESH_CACHE is set, expected a folder in one of them" ;;
    *) why="'$cache' isn't an absolute path, expected one in VERTX_MESH_CACHE" ;;
  esac
}

# attend_archive PID: once that agent has started, looks whether it has its archive, and makes what is missing. Twice
# a subshell, as the shell becomes the agent's JVM, which waits for no children.
attend_archive() {
  ( (attend "$1") </dev/null >/dev/null &)
}

attend() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    sleep 1
    kill -0 "$1" 2>/dev/null || return # it had only been asked something, or it was refused
  done
  if [ -z "$archive" ]; then
    say "starts without a class-data archive: $why"
  elif [ -z "$there" ]; then
    make_archive
  elif [ -r "/proc/$1/maps" ] && ! grep -qF "$archive" "/proc/$1/maps" && [ ! -e "$archive.twice" ]; then
    say "the JVM doesn't take $archive, as it's broken or other flags are given: makes it once more"
    : 2>/dev/null >"$archive.twice"
    make_archive
  fi
}

# Makes the archive, unless someone else does; says what it does and what it can't do. Whole or not at all.
make_archive() {
  umask 022
  lock=$archive.lock
  # who was killed while he made it has left this behind
  [ -z "$(find "$lock" -prune -mmin +10 2>/dev/null)" ] || rm -rf "$lock"
  if [ -e "$lock" ]; then
    say "starts without a class-data archive, which another start is making"
    return 1
  fi
  limit=$(memory_limit)
  if [ "$limit" -lt "$making_takes" ]; then
    say "starts without a class-data archive, as making one takes $making_takes MiB and its limit is $limit MiB:" \
      "make it by mesh archive, without that limit, in the same VERTX_MESH_CACHE"
    return 1
  fi
  if ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
    say "starts without a class-data archive, as $cache can't be written: set VERTX_MESH_CACHE to a folder that can"
    return 1
  fi
  mkdir "$lock" 2>/dev/null || return 1 # another start, just now
  if [ -z "$there" ] && [ -r "$archive" ]; then
    rmdir "$lock" # another start, meanwhile
    return
  fi
  trap 'rm -rf "$lock"; exit 1' HUP INT TERM
  # if memory runs out, this goes first
  { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
  if told=$(dump_classes "$lock/part" 2>&1) && [ -s "$lock/part" ] &&
    { sync "$lock/part" 2>/dev/null || sync; } && chmod a+r "$lock/part" && mv "$lock/part" "$archive"; then
    say "the class-data archive is there, by which it will start in half of the time: $archive"
    find "$cache" -maxdepth 1 -name 'mesh-*.jsa*' -atime +30 -exec rm -rf {} + 2>/dev/null
    made=0
  else
    say "no class-data archive could be made: $(echo "$told" | head -n 1)"
    made=1
  fi
  rm -rf "$lock"
  trap - HUP INT TERM
  return "$made"
}

# G1 alone writes the JDK's objects into an archive, which newer JVMs read with each of their collectors. A JVM that
# doesn't know the flags that go with an archive gets none.
dump_classes() {
  nice -n 5 "$java" -Xshare:dump -Xmx128m -XX:+UseG1GC -XX:TieredStopAtLevel=1 \
    -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:+VerifySharedSpaces \
    "-XX:SharedClassListFile=$lib/$me.classes" "-XX:SharedArchiveFile=$1" \
    -Xlog:disable -Xlog:all=error:stderr -cp "$jar"
}

# In MiB, by the control group; a number that is never reached where there's none.
memory_limit() {
  group=$(sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null)
  for each in "/sys/fs/cgroup$group/memory.max" /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    bytes=$(cat "$each" 2>/dev/null) || continue
    [ "$bytes" = max ] && continue
    echo $((bytes / 1048576))
    return
  done
  echo 999999
}
