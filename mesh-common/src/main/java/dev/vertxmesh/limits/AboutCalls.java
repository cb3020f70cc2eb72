package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.Introductions;
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

  private static final int WEIGHT = 250;

  /** Of a rule and its counter, where others have them, too. */
  private static final int WEIGHT_OF_RULE = 8;

  private static final int MOST_PLACES = 2_048;

  /** In place of an introduction. */
  private static final String NOBODY = "";

  /**
   * What is known of calls of a kind.
   *
   * @param limits that are about them, not to be changed
   * @param counters one for each, where it's the same for all of them; null while it isn't known
   */
  record Known(Identity caller, LiveLimit[] limits, Counter[] counters) {}

  /** Calls that the same rules are about. As a key of a map it's never filled anew. */
  private static final class Kind {
    private String introduction;
    private long networks;
    private String service;
    private String method;

    private Kind fill(String who, long ofNetworks, String ofService, String ofMethod) {
      introduction = who;
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
          && introduction.equals(that.introduction);
    }

    @Override
    public int hashCode() {
      int hash = 31 * introduction.hashCode() + service.hashCode();
      return 31 * (31 * hash + method.hashCode()) + Long.hashCode(networks);
    }
  }

  private final long mostBytes;
  private final Introductions introductions = new Introductions();
  private final Map<Kind, Known> known = new HashMap<>();
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

  /** Nothing is made for one of a kind that is known. */
  Known of(LimitsConfig current, Call call) {
    if (current != config) {
      config = current;
      forget();
      places.clear();
    }
    String introduction = call.record().introduction();
    asked.fill(
        introduction == null ? NOBODY : introduction,
        current.hasNetworks() ? networks(call.record().origin().peer()) : 0,
        call.target().service().interfaceName(),
        call.target().method());
    Known found = known.get(asked);
    return found == null ? find() : found;
  }

  private Known find() {
    Identity caller = caller(asked.introduction);
    LiveLimit[] limits = config.about(caller, asked.networks, asked.service, asked.method);
    Known found = new Known(caller, limits, new Counter[limits.length]);
    int chars = asked.chars();
    if (chars <= LONGEST) {
      int weight = WEIGHT + 2 * chars + WEIGHT_OF_RULE * limits.length;
      if (bytes + weight > mostBytes) {
        forget();
      }
      bytes += weight;
      known.put(
          new Kind().fill(asked.introduction, asked.networks, asked.service, asked.method), found);
    }
    return found;
  }

  private Identity caller(String introduction) {
    Identity named = introduction.equals(NOBODY) ? null : introductions.of(introduction);
    return named == null ? Identity.ANONYMOUS : named;
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
