package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * When a service's last instances left the registry, and how each stood then.
 *
 * @param at in nanoseconds
 */
record Departure(String states, long at) {

  static final Departure UNKNOWN = new Departure("", 0);

  private static final int SHOWN = 3;

  static Departure of(List<? extends Endpoint> last, long now) {
    String states =
        last.stream().limit(SHOWN).map(Endpoint::state).collect(Collectors.joining("; "));
    return new Departure(last.size() > SHOWN ? states + "; ..." : states, now);
  }

  /** For a person to read. */
  String words(long now) {
    return states.isEmpty()
        ? "every instance has left the registry"
        : ("every instance has left the registry, the last one %d s ago (it drained, or stopped,"
                + " or lost its provider); until then: %s")
            .formatted(Duration.ofNanos(now - at).toSeconds(), states);
  }
}
