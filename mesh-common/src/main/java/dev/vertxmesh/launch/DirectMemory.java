package dev.vertxmesh.launch;

import io.netty.util.internal.PlatformDependent;

/**
 * How Netty takes memory outside of the heap. Its defaults are for hundreds of MiB: of 64, chunks
 * of 4 MiB are 16, each of which a few small buffers can keep from the large ones. What the user
 * sets stays.
 */
final class DirectMemory {

  /** A chunk is at most this part of all there is. */
  private static final int CHUNKS = 128;

  private static final int PAGE = 8 << 10;

  /** Chunks of 256 KiB. */
  private static final int LEAST_ORDER = 5;

  /** Netty's own: chunks of 4 MiB. */
  private static final int MOST_ORDER = 9;

  /** Whether Netty may look for the constructor that the agents' manifests open to it. */
  private static final String REFLECTION = "io.netty.tryReflectionSetAccessible";

  /** Whether each chunk and each buffer is an event for the JDK's flight recorder. */
  private static final String EVENTS = "io.netty.jfr.enabled";

  private static final String ALLOCATOR = "io.netty.allocator.";

  private DirectMemory() {}

  /** To be called before Netty makes its allocator. */
  static void prepare() {
    // where the JDK lets it: it counts by itself then. The JDK's count, once it's full, collects
    // garbage and waits for half a second before it says no
    prefer(REFLECTION, "true");
    // the first buffer would set the recorder up, whether it records or not: a sixth of a start's
    // CPU time
    prefer(EVENTS, "false");
    // its own default, the adaptive one, took the same time and 6 MiB more under the contest's
    // load, and can't tell how many bytes are in use
    prefer(ALLOCATOR + "type", "pooled");
    int order = order(PlatformDependent.maxDirectMemory());
    prefer(ALLOCATOR + "maxOrder", "" + order);
    if (order < MOST_ORDER) { // else a thread may keep 256 of each size, and their chunks
      prefer(ALLOCATOR + "smallCacheSize", "64");
      prefer(ALLOCATOR + "normalCacheSize", "16");
    }
  }

  /** A chunk's size in pages, as a power of two. */
  static int order(long memory) {
    long pages = Math.max(1, memory / CHUNKS / PAGE);
    int order = Long.SIZE - 1 - Long.numberOfLeadingZeros(pages);
    return Math.max(LEAST_ORDER, Math.min(order, MOST_ORDER));
  }

  private static void prefer(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
