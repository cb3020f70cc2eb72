package dev.vertxmesh.ingress.http;

/**
 * @param maxBody bytes of one request's body, from 1
 * @param maxBodies bytes of all request bodies that one event loop holds, small ones aside
 * @param timeoutMillis for calls that don't say how long they wait
 * @param strict whether calls are that don't say
 * @param stallMillis how long a request may come, or an answer be taken, without a byte of progress
 * @param where this agent, as problems name it
 * @param affinityHeader whose value calls that belong together have in common; null for none
 */
public record HttpOptions(
    int maxBody,
    long maxBodies,
    long timeoutMillis,
    boolean strict,
    long stallMillis,
    String where,
    String affinityHeader) {

  private static final long STALL_MILLIS = 10_000;

  /**
   * Lets request bodies take a quarter of the heap, and one of the largest in any case.
   *
   * @param maxHeap bytes
   */
  public static HttpOptions of(
      int maxBody,
      long timeoutMillis,
      boolean strict,
      String where,
      String affinityHeader,
      long maxHeap,
      int loops) {
    long share = Math.max(maxBody, maxHeap / 4 / loops);
    return new HttpOptions(
        maxBody, share, timeoutMillis, strict, STALL_MILLIS, where, affinityHeader);
  }
}
