package dev.vertxmesh.simulation.store;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import dev.vertxmesh.simulation.net.Network;
import dev.vertxmesh.simulation.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The store itself. Leases end by its own clock, and not while it's stopped; a new leader gives
 * each its whole time again.
 */
public final class SimStore {

  /** Its host in the network. */
  public static final String HOST = "10.0.9.1";

  private record Entry(String value, long grant) {}

  private record Revision(long number, KeyStore.Change change) {}

  private final World world;
  private final Network net;
  private final long ttlNanos;
  private final TreeMap<String, Entry> entries = new TreeMap<>();
  private final Map<Long, Long> leases = new LinkedHashMap<>();
  private final List<Revision> history = new ArrayList<>();
  private final List<StoreWatch> watches = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private long revision = 1;
  private long oldest = 1;
  private long lastGrant;
  private boolean stopped;

  public SimStore(World world, Network net, int ttlSeconds) {
    this.world = world;
    this.net = net;
    this.ttlNanos = World.millis(ttlSeconds * 1_000L);
  }

  World world() {
    return world;
  }

  Network net() {
    return net;
  }

  /** Stands still: what's asked waits. */
  public void stop() {
    stopped = true;
  }

  /** Goes on, and finds that leases have ended meanwhile. */
  public void go() {
    stopped = false;
    expire();
    List<Runnable> asked = List.copyOf(waiting);
    waiting.clear();
    asked.forEach(Runnable::run);
  }

  /** Another leader: leases begin anew, and some watches end. */
  public void elect(boolean endsWatches) {
    leases.replaceAll((grant, until) -> world.now() + ttlNanos);
    leases.keySet().forEach(this::expireLater);
    if (endsWatches) {
      endWatches("the leader has changed");
    }
  }

  /** It comes back without its data. */
  public void lose() {
    entries.clear();
    leases.clear();
    history.clear();
    revision = 1;
    oldest = 1;
    endWatches("the store was restarted");
  }

  private void endWatches(String why) {
    List<StoreWatch> ended = List.copyOf(watches);
    watches.clear();
    ended.forEach(watch -> watch.ended(why));
  }

  /** What a person writes by hand, whosever key it is; nothing if it isn't there. */
  public void edit(String name, String value) {
    Entry known = entries.get(name);
    if (known != null) {
      entries.put(name, new Entry(value, known.grant));
      changed(name, value);
    }
  }

  /** Null if it isn't there. */
  public String value(String name) {
    Entry known = entries.get(name);
    return known == null ? null : known.value;
  }

  /** Does what came over the network now, or as soon as it goes on. */
  void serve(Runnable request) {
    if (stopped) {
      waiting.add(request);
    } else {
      request.run();
    }
  }

  long revision() {
    return revision;
  }

  KeyStore.Listing list() {
    Map<String, String> all = new HashMap<>();
    entries.forEach((name, entry) -> all.put(name, entry.value));
    return new KeyStore.Listing(all, revision);
  }

  void watch(long from, StoreWatch watch) {
    if (from < oldest || from > revision) {
      watch.ended("the revision isn't there any more");
      return;
    }
    watches.add(watch);
    for (Revision past : history) {
      if (past.number >= from) {
        watch.changed(past.change);
      }
    }
  }

  void unwatch(StoreWatch watch) {
    watches.remove(watch);
  }

  boolean isWatching(StoreWatch watch) {
    return watches.contains(watch);
  }

  long grant() {
    long grant = ++lastGrant;
    leases.put(grant, world.now() + ttlNanos);
    expireLater(grant);
    return grant;
  }

  void put(long grant, String name, String value) {
    if (!leases.containsKey(grant)) {
      throw new LeaseLostException("requested lease not found");
    }
    entries.put(name, new Entry(value, grant));
    changed(name, value);
  }

  Optional<Map<String, KeyStore.Held>> keepAlive(long grant, Collection<String> names) {
    if (!leases.containsKey(grant)) {
      return Optional.empty();
    }
    leases.put(grant, world.now() + ttlNanos);
    expireLater(grant);
    Map<String, KeyStore.Held> found = new HashMap<>();
    for (String name : names) {
      Entry entry = entries.get(name);
      if (entry != null) {
        found.put(name, new KeyStore.Held(entry.value, entry.grant == grant));
      }
    }
    return Optional.of(found);
  }

  void delete(String name) {
    if (entries.remove(name) != null) {
      changed(name, null);
    }
  }

  void revoke(long grant) {
    leases.remove(grant);
    List<String> bound =
        entries.entrySet().stream()
            .filter(entry -> entry.getValue().grant == grant)
            .map(Map.Entry::getKey)
            .toList();
    bound.forEach(this::delete);
  }

  private void expireLater(long grant) {
    world.at(leases.get(grant) + 1, this::expire);
  }

  private void expire() {
    if (stopped) {
      return;
    }
    List<Long> over =
        leases.entrySet().stream()
            .filter(lease -> lease.getValue() <= world.now())
            .map(Map.Entry::getKey)
            .toList();
    for (long grant : over) {
      world.note("store", "lease.over", grant, 0);
      revoke(grant);
    }
  }

  private void changed(String name, String value) {
    revision++;
    KeyStore.Change change = new KeyStore.Change(name, value);
    history.add(new Revision(revision, change));
    world.note("store", value == null ? "delete" : "put", revision, name.hashCode());
    List.copyOf(watches).forEach(watch -> watch.changed(change));
  }
}
