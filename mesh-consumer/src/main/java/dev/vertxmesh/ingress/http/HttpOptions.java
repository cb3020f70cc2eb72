package dev.vertxmesh.ingress.http;

import dev.vertxmesh.memory.MemoryBudget;

/**
 * What bounds calls over HTTP.
 *
 * @param maxBody bytes of one request's body, from 1
 * @param budget of what request bodies take while they wait
 * @param timeoutMillis for calls that don't say how long they wait
 * @param strict whether calls are that don't say
 * @param stallMillis how long a request may come, or an answer be taken, without a byte of progress
 * @param where this agent, as problems name it
 * @param affinityHeader whose value calls that belong together have in common; null for none
 * @param tagHeader which says what tag a call is for; null for none
 * @param bodyPace bytes that a body has to bring a second, over a stall's time; 0 for a byte in it
 */
public record HttpOptions(
    int maxBody,
    MemoryBudget budget,
    long timeoutMillis,
    boolean strict,
    long stallMillis,
    String where,
    String affinityHeader,
    String tagHeader,
    int bodyPace) {

  private static final long STALL_MILLIS = 10_000;

  /** With the budget of the process. */
  public static HttpOptions of(
      int maxBody,
      long timeoutMillis,
      boolean strict,
      String where,
      String affinityHeader,
      String tagHeader,
      int bodyPace) {
    return new HttpOptions(
        maxBody,
        MemoryBudget.ofHeap(),
        timeoutMillis,
        strict,
        STALL_MILLIS,
        where,
        affinityHeader,
        tagHeader,
        bodyPace);
  }

  /** Whether this agent has been told to read a header that isn't one of a call's own. */
  boolean reads(String header) {
    return header.equalsIgnoreCase(tagHeader) || header.equalsIgnoreCase(affinityHeader);
  }
}
