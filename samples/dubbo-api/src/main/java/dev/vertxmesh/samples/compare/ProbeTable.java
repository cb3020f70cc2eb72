package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.UserService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Probes by name, in the order in which they're to be made. */
final class ProbeTable {

  private final Map<String, Probe<UserService>> probes = new LinkedHashMap<>();

  /**
   * Adds a probe.
   *
   * @param name the method's, then after a space with what it is called
   */
  void add(String name, Probe<UserService> probe) {
    if (probes.put(name, probe) != null) {
      throw new IllegalStateException("two probes are called " + name);
    }
  }

  /** A list that can have nulls and that every Dubbo can send. */
  @SafeVarargs
  static <T> List<T> list(T... values) {
    List<T> list = new ArrayList<>();
    for (T value : values) {
      list.add(value);
    }
    return list;
  }

  Map<String, Probe<UserService>> all() {
    return Collections.unmodifiableMap(probes);
  }
}
