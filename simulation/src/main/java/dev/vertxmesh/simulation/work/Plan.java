package dev.vertxmesh.simulation.work;

/**
 * What a call is to be.
 *
 * @param idempotent whether its method is declared so
 * @param requestBytes of a call with one message, at least 8
 * @param replyBytes the same
 * @param requests messages of a call with two streams; null for one with one message
 * @param answers its answer's messages
 * @param serviceNanos how long the provider takes
 * @param timeoutMillis 0 for no deadline
 * @param cancelNanos when the caller goes away; 0 for never
 * @param refusals how often the provider has no thread for it before it runs
 * @param manner of the provider
 * @param heedsCancel whether the provider ends it when nobody waits any more
 * @param seed of how its streams are written and read
 */
record Plan(
    boolean idempotent,
    int requestBytes,
    int replyBytes,
    int[] requests,
    int[] answers,
    long serviceNanos,
    long timeoutMillis,
    long cancelNanos,
    int refusals,
    Manner manner,
    boolean heedsCancel,
    long seed) {

  /** How a provider answers. */
  enum Manner {
    ANSWER,
    /** Its method throws. */
    THROW,
    /** The provider's own error, after it has run. */
    FAIL,
    /** Of a stream: answers before it has read all. */
    EARLY,
    /** Of a stream: breaks off in the midst of its answer. */
    BREAK
  }

  boolean isStream() {
    return requests != null;
  }
}
