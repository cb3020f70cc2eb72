package dev.vertxmesh.discovery.nacos;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All services of one interface, in whatever version and group, as one. On the worker. */
final class InterfaceWatch {

  /** Versions and groups of one interface that are followed. */
  private static final int MOST_SERVICES = 1_000;

  private final String written;
  private final Subscriptions subscriptions;
  private final EntryListener listener;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private boolean named;

  InterfaceWatch(String interfaceName, Subscriptions subscriptions, EntryListener listener) {
    this.written = NacosNames.writtenInterface(interfaceName);
    this.subscriptions = subscriptions;
    this.listener = listener;
  }

  /**
   * Which services there are of each interface, by its name as it's written. One that isn't any
   * more is followed on: a server that has just begun knows none.
   */
  void onNames(Map<String, List<String>> services) {
    boolean first = !named;
    named = true;
    for (String service : services.getOrDefault(written, List.of())) {
      if (!parts.containsKey(service) && parts.size() < MOST_SERVICES) {
        Part part = new Part();
        parts.put(service, part);
        subscriptions.add(service, part);
      }
    }
    if (first && parts.isEmpty()) {
      listener.onEntries(Map.of());
    }
  }

  void onLoss(Throwable cause) {
    listener.onLoss(cause);
  }

  void onRefusal(Throwable cause) {
    listener.onRefusal(cause);
  }

  void end() {
    parts.forEach(subscriptions::remove);
    parts.clear();
  }

  private void tell() {
    if (parts.size() == 1) {
      parts.values().forEach(only -> listener.onEntries(only.entries));
      return;
    }
    Map<String, String> all = new HashMap<>();
    for (Part part : parts.values()) {
      if (part.entries == null) {
        return; // what is told is all of it
      }
      all.putAll(part.entries);
    }
    listener.onEntries(all);
  }

  private final class Part implements EntryListener {
    private Map<String, String> entries;

    @Override
    public void onEntries(Map<String, String> now) {
      entries = now;
      tell();
    }

    @Override
    public void onLoss(Throwable cause) {
      listener.onLoss(cause);
    }

    /** The others are told all the same, and of this one what was known before. */
    @Override
    public void onRefusal(Throwable cause) {
      if (entries == null) {
        onEntries(Map.of());
      }
      listener.onRefusal(cause);
    }
  }
}
