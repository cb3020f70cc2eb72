package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.net.LookTimer;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of which nothing passes: no message in either direction, and no PING of the client's, which
 * is how gRPC's clients say that they are still there. One timer looks at all of them, four times
 * within the bound. Belongs to one event loop.
 */
final class StalledCalls {

  /** A call that hasn't ended, or whose end hasn't left. */
  interface Watched {
    /** A number that changes whenever something passes. */
    int passed();

    /** Nothing has passed for the bound, and it isn't watched any more. */
    void onQuiet();
  }

  private static final int LOOKS = 4;

  private static final class Seen {
    private int passed;
    private int quietLooks;
  }

  private final LookTimer looks;
  private final long boundMillis;
  private final Map<Watched, Seen> calls = new IdentityHashMap<>();

  /**
   * @param boundMillis 0 for none
   */
  StalledCalls(Vertx vertx, long boundMillis) {
    this.boundMillis = boundMillis;
    long interval = Math.max(1, boundMillis / LOOKS);
    this.looks = new LookTimer(vertx, interval, System::nanoTime, this::onInterval);
  }

  long boundMillis() {
    return boundMillis;
  }

  /** Why such a call has ended. */
  static CallFailure failure(String where, long millis) {
    String detail = "stream: no message passed for %d ms, expected one, or a PING of the client's";
    return new CallFailure(Status.TIMEOUT, where, detail.formatted(millis));
  }

  void add(Watched call) {
    if (boundMillis == 0) {
      return;
    }
    calls.put(call, new Seen());
    looks.start();
  }

  void remove(Watched call) {
    calls.remove(call);
  }

  private void onInterval() {
    List<Watched> quiet = new ArrayList<>();
    calls.forEach(
        (call, seen) -> {
          int passed = call.passed();
          seen.quietLooks = passed == seen.passed ? seen.quietLooks + 1 : 0;
          seen.passed = passed;
          if (seen.quietLooks >= LOOKS) {
            quiet.add(call);
          }
        });
    quiet.forEach(calls::remove);
    quiet.forEach(Watched::onQuiet);
    if (calls.isEmpty()) {
      looks.stop();
    }
  }
}
