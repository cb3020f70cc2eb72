package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import io.vertx.core.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Which rules are about a call, found once for all of its kind: nothing is made for one that was
 * asked about before. Bounded, as callers make up names: when it's full it begins anew. Belongs to
 * one event loop.
 */
final class AboutCalls {

  /** Of the heap, for one event loop. */
  private static final int SHARE = 128;

  /** Calls with longer names are asked about each time. */
  private static final int LONGEST = 512;

  private static final int WEIGHT = 200;
  private static final int MOST_PLACES = 2_048;

  /** Calls that the same rules are about. As a key of a map it's never filled anew. */
  private static final class Kind {
    private Identity identity;
    private long networks;
    private String service;
    private String method;

    private Kind fill(Identity who, long ofNetworks, String ofService, String ofMethod) {
      identity = who;
      networks = ofNetworks;
      service = ofService;
      method = ofMethod;
      return this;
    }

    private int chars() {
      return service.length() + method.length();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Kind that
          && networks == that.networks
          && method.equals(that.method)
          && service.equals(that.service)
          && identity.equals(that.identity);
    }

    @Override
    public int hashCode() {
      int hash = 31 * identity.hashCode() + service.hashCode();
      return 31 * (31 * hash + method.hashCode()) + Long.hashCode(networks);
    }
  }

  private final long mostBytes;
  private final Map<Kind, LiveLimit[]> known = new HashMap<>();
  private final Map<String, Long> places = new HashMap<>();
  private final Kind asked = new Kind();
  private LimitsConfig config = LimitsConfig.NONE;
  private long bytes;

  AboutCalls() {
    this(Runtime.getRuntime().maxMemory() / SHARE);
  }

  AboutCalls(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** All of them, not to be changed. */
  LiveLimit[] of(LimitsConfig current, Identity identity, Call call) {
    if (current != config) {
      config = current;
      forget();
      places.clear();
    }
    asked.fill(
        identity,
        current.hasNetworks() ? networks(call.record().origin().peer()) : 0,
        call.target().service().interfaceName(),
        call.target().method());
    LiveLimit[] found = known.get(asked);
    return found == null ? find() : found;
  }

  private LiveLimit[] find() {
    LiveLimit[] found = config.about(asked.identity, asked.networks, asked.service, asked.method);
    int chars = asked.chars();
    if (chars <= LONGEST) {
      int weight = WEIGHT + 2 * chars + 4 * found.length;
      if (bytes + weight > mostBytes) {
        forget();
      }
      bytes += weight;
      known.put(
          new Kind().fill(asked.identity, asked.networks, asked.service, asked.method), found);
    }
    return found;
  }

  private void forget() {
    known.clear();
    bytes = 0;
  }

  private long networks(SocketAddress peer) {
    String host = peer == null ? null : peer.hostAddress();
    if (host == null) {
      return 0;
    }
    Long before = places.get(host);
    if (before != null) {
      return before;
    }
    long bits = config.networksOf(host);
    if (places.size() >= MOST_PLACES) {
      places.clear();
    }
    places.put(host, bits);
    return bits;
  }

  /** How many are kept. */
  int size() {
    return known.size();
  }
}
