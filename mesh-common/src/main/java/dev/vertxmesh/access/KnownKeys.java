package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * API keys, of which only the SHA-256 is known. That is enough for a key that is long and random,
 * which nobody finds by trying; a password isn't one. Immutable.
 */
final class KnownKeys {

  /**
   * A key's hash and whose it is.
   *
   * @param sha256 32 bytes
   */
  record Entry(byte[] sha256, Identity owner) {}

  static final KnownKeys NONE = new KnownKeys(List.of());

  /** A longer one is nobody's. */
  static final int LONGEST = 512;

  private final long[] beginnings;
  private final Entry[] entries;

  KnownKeys(List<Entry> all) {
    entries = all.toArray(Entry[]::new);
    Arrays.sort(entries, Comparator.comparingLong(entry -> beginning(entry.sha256())));
    beginnings = Arrays.stream(entries).mapToLong(entry -> beginning(entry.sha256())).toArray();
  }

  boolean isEmpty() {
    return entries.length == 0;
  }

  int size() {
    return entries.length;
  }

  /** A key's hash; null if it's too long to be anybody's. */
  static byte[] hash(String key, MessageDigest sha256) {
    return key.length() > LONGEST
        ? null
        : sha256.digest(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /**
   * Whose a key is; null if nobody's. How long that takes says nothing about other keys.
   *
   * @param hash of the key; null for one that is nobody's
   */
  Identity ownerOf(byte[] hash) {
    if (hash == null) {
      return null;
    }
    int at = Arrays.binarySearch(beginnings, beginning(hash));
    // the beginning of a hash gives nothing away: a key that has another can't be made of it
    return at >= 0 && MessageDigest.isEqual(entries[at].sha256(), hash)
        ? entries[at].owner()
        : null;
  }

  /** The one with a name; null if there's none. Looks at each. */
  Identity named(String name) {
    for (Entry entry : entries) {
      if (entry.owner().name().equals(name)) {
        return entry.owner();
      }
    }
    return null;
  }

  /** Its first 64 bits. */
  static long beginning(byte[] hash) {
    long beginning = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      beginning = beginning << Byte.SIZE | hash[i] & 0xff;
    }
    return beginning;
  }
}
