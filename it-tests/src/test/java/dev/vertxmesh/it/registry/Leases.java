package dev.vertxmesh.it.registry;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Etcd;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** How long an etcd keeps the entries of a registry, as a person sees it. */
final class Leases {

  private final Etcd etcd;
  private final int api;
  private final String folder;

  Leases(Etcd etcd, int api, String prefix) {
    this.etcd = etcd;
    this.api = api;
    this.folder = prefix + "/instances/";
  }

  /** What an entry holds; null if it isn't there. */
  String value(String name) {
    if (api != 2) {
      return etcd.get(folder + name);
    }
    JsonObject node = etcd.nodeV2(folder + name);
    return node == null ? null : node.getString("value");
  }

  /** Whole seconds; empty if it isn't there, or stays for ever. */
  OptionalInt secondsLeft(String name) {
    Integer left = api == 2 ? ttl(etcd.nodeV2(folder + name)) : lease(etcd.find(folder + name));
    return left == null ? OptionalInt.empty() : OptionalInt.of(left);
  }

  private static Integer ttl(JsonObject node) {
    return node == null ? null : node.getInteger("ttl");
  }

  private Integer lease(JsonObject found) {
    String id = found == null ? null : found.getString("lease");
    return id == null
        ? null
        : Integer.valueOf(
            etcd.v3("/v3/lease/timetolive", new JsonObject().put("ID", id)).getString("TTL"));
  }

  /**
   * Waits until somebody has kept each of them alive, from now on; their leases have to be so long
   * that it's seen in whole seconds.
   */
  void awaitSignOfLife(Set<String> names) {
    Map<String, Integer> fewest = new HashMap<>();
    Set<String> waited = new HashSet<>(names);
    await()
        .until(
            () -> {
              waited.removeIf(name -> isLongerThanBefore(name, fewest));
              return waited.isEmpty();
            });
  }

  private boolean isLongerThanBefore(String name, Map<String, Integer> fewest) {
    OptionalInt left = secondsLeft(name);
    return left.isPresent() && left.getAsInt() > fewest.merge(name, left.getAsInt(), Math::min) + 1;
  }
}
