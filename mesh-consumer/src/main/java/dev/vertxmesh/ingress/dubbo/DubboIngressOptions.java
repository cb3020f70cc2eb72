package dev.vertxmesh.ingress.dubbo;

import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What is allowed to consumers, and how patient to be with them. Times are in milliseconds, sizes
 * in bytes.
 *
 * @param maxBody of one request, from 1
 * @param maxBodies of all request bodies that one event loop holds, small ones aside
 * @param maxInFlight calls of one connection
 * @param maxPending what may wait to be written to one connection before no more is read from it;
 *     with twice as much and one of the largest bodies, more answers are dropped
 * @param timeoutMillis for requests that don't say how long they wait
 * @param heartbeatMillis of silence before a heartbeat; after three without a byte a connection is
 *     given up
 * @param stallMillis how long a request that has begun may come without a byte, or an answer be
 *     taken without one
 * @param bodyPace bytes a second that a request which has begun has to bring over each such time
 * @param where this agent, as failures name it
 * @param asksWho whether a request's credentials are this agent's, and hidden from its provider
 * @param noted attachments that are noted for rules, in lower case; asked for each request
 * @param hidden whether one isn't for the provider, by its name in lower case
 */
public record DubboIngressOptions(
    int maxBody,
    long maxBodies,
    int maxInFlight,
    int maxPending,
    long timeoutMillis,
    int heartbeatMillis,
    int stallMillis,
    int bodyPace,
    String where,
    boolean asksWho,
    Supplier<Set<String>> noted,
    Predicate<String> hidden) {

  private static final int MAX_IN_FLIGHT = 4_096;
  private static final int MAX_PENDING = 4 << 20;
  private static final int HEARTBEAT_MILLIS = 60_000; // Dubbo's own
  private static final int STALL_MILLIS = 10_000;

  /**
   * Lets request bodies take a quarter of the memory that buffers may have, and one of the largest
   * in any case.
   *
   * @param maxMemory bytes of it
   * @param words says which attachments are noted, and which are hidden; for one event loop
   */
  public static <W extends Supplier<Set<String>> & Predicate<String>> DubboIngressOptions of(
      int maxBody,
      long timeoutMillis,
      int bodyPace,
      String where,
      long maxMemory,
      int loops,
      boolean asksWho,
      W words) {
    return new DubboIngressOptions(
        maxBody,
        Math.max(maxBody, maxMemory / 4 / loops),
        MAX_IN_FLIGHT,
        MAX_PENDING,
        timeoutMillis,
        HEARTBEAT_MILLIS,
        STALL_MILLIS,
        bodyPace,
        where,
        asksWho,
        words,
        words);
  }

  /** What may wait to be written to one connection before answers are dropped. */
  long mostPending() {
    return 2L * maxPending + maxBody;
  }
}
