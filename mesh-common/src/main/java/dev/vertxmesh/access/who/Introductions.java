package dev.vertxmesh.access.who;

import java.util.HashMap;
import java.util.Map;

/**
 * Whom introductions are about, each read once. Bounded by what they weigh, as one may have
 * hundreds of groups: when it's full it begins anew. Belongs to one event loop.
 */
public final class Introductions {

  private static final int MOST_BYTES = 2 << 20;

  /** Of an entry, an identity and a set. */
  private static final int WEIGHT = 300;

  /** As it came, as it's written again, and as names and groups, each a text. */
  private static final int WEIGHT_OF_CHAR = 6;

  private final Map<String, Identity> known = new HashMap<>();
  private int bytes;

  /** Null if that is nobody. */
  public Identity of(String introduction) {
    Identity identity = known.get(introduction);
    if (identity == null) {
      identity = Identity.introduced(introduction);
      if (identity == null) {
        return null;
      }
      keep(introduction, identity);
    }
    return identity;
  }

  private void keep(String introduction, Identity identity) {
    int weight = WEIGHT + WEIGHT_OF_CHAR * introduction.length();
    if (bytes + weight > MOST_BYTES) {
      known.clear();
      bytes = 0;
    }
    bytes += weight;
    known.put(introduction, identity);
  }
}
