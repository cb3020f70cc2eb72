package dev.vertxmesh.access.who;

import java.util.HashMap;
import java.util.Map;

/**
 * Whom introductions are about, each read once. Bounded: when it's full it begins anew. Belongs to
 * one event loop.
 */
public final class Introductions {

  private static final int MOST = 4_096;

  private final Map<String, Identity> known = new HashMap<>();

  /** Null if that is nobody. */
  public Identity of(String introduction) {
    Identity identity = known.get(introduction);
    if (identity == null) {
      identity = Identity.introduced(introduction);
      if (identity == null) {
        return null;
      }
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(introduction, identity);
    }
    return identity;
  }
}
