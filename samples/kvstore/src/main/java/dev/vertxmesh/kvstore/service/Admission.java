package dev.vertxmesh.kvstore.service;

/**
 * How much the service holds at a time: calls that have come and whose answers haven't left, and
 * the bytes of both. What would be over it is refused at once, so that memory doesn't run out where
 * callers are faster than the delays, or slower than their answers.
 */
final class Admission {
  private final int maxCalls;
  private final long maxBytes;
  private int calls;
  private long bytes;

  Admission(int maxCalls, long maxBytes) {
    this.maxCalls = maxCalls;
    this.maxBytes = maxBytes;
  }

  /** Null if the call may come in, else why not. */
  String enter(int size) {
    if (calls >= maxCalls) {
      return "calls in flight: " + calls + ", at most " + maxCalls;
    }
    String refusal = grow(size);
    if (refusal == null) {
      calls++;
    }
    return refusal;
  }

  /** Null if a call that is in may hold so many bytes more, else why not. */
  String grow(int size) {
    if (bytes + size > maxBytes) {
      return "bytes in flight: " + bytes + " and " + size + " more, at most " + maxBytes;
    }
    bytes += size;
    return null;
  }

  /** The call is over, and with it all that it held. */
  void leave(int size) {
    calls--;
    bytes -= size;
  }

  int calls() {
    return calls;
  }

  long bytes() {
    return bytes;
  }
}
