package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Target;
import io.vertx.core.net.SocketAddress;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What has been decided before, on one event loop: for the same question nothing is made. Bounded,
 * as callers make up names: when it's full it begins anew.
 */
public final class Decisions {

  static final int MOST = 8_192;

  /** Calls with longer names are decided about each time. */
  private static final int LONGEST = 512;

  /** The attachment by which Dubbo and the mesh choose among a service's instances. */
  static final String TAG = "dubbo.tag";

  private final Map<Question, Decision> known = new HashMap<>();

  /** By connection, whose address is one object: to make a text of it would be made each time. */
  private final Map<SocketAddress, Long> places = new IdentityHashMap<>();

  private final Question asked = new Question();
  private AccessRules rules;

  /** Whether somebody may make a call. */
  public boolean allow(Access access, Identity identity, Call call) {
    return of(access.config().rules(), identity, call).verdict() != Verdict.DENY;
  }

  Decision of(AccessRules current, Identity identity, Call call) {
    if (current.size() == 0) {
      return Decision.UNRULED;
    }
    if (current != rules) {
      rules = current;
      known.clear();
      places.clear();
    }
    Target target = call.target();
    asked.fill(
        identity,
        current.hasNetworks() ? networks(call.record().origin().peer()) : 0,
        target.service().interfaceName(),
        target.method(),
        current.hasTags() ? call.attachments().get(TAG) : null);
    Decision decision = known.get(asked);
    return decision == null ? decide() : decision;
  }

  private Decision decide() {
    Decision decision = rules.decide(asked);
    if (asked.service().length() + asked.method().length() > LONGEST) {
      return decision;
    }
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(asked.copy(), decision);
    return decision;
  }

  private long networks(SocketAddress peer) {
    if (peer == null) {
      return 0;
    }
    Long before = places.get(peer);
    if (before != null) {
      return before;
    }
    String host = peer.hostAddress();
    long bits = host == null ? 0 : rules.networksOf(host);
    if (places.size() >= MOST) {
      places.clear();
    }
    places.put(peer, bits);
    return bits;
  }
}
