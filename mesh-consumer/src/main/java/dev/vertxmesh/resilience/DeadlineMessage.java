package dev.vertxmesh.resilience;

import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Stage;

/**
 * What a caller is told whose deadline has passed: how long it was, who set it, who had the call.
 */
final class DeadlineMessage {

  private static final long NANOS_A_MILLI = 1_000_000;

  private DeadlineMessage() {}

  /**
   * @param millis that the call had
   * @param now of the clock that the record's stages are of
   */
  static String of(CallRecord record, long millis, long now) {
    String setter = record.timeoutOf() == null ? "" : " (set by " + record.timeoutOf() + ")";
    return "no answer came within %d ms%s: %s".formatted(millis, setter, holder(record, now));
  }

  private static String holder(CallRecord record, long now) {
    if (!record.hasReached(Stage.SENT)) {
      return "no endpoint had been given the call";
    }
    String endpoint =
        record.attempts() == 1
            ? record.endpoint()
            : "%s, the last of %d endpoints,".formatted(record.endpoint(), record.attempts());
    long had = (now - record.at(Stage.SENT)) / NANOS_A_MILLI;
    return record.hasReached(Stage.ANSWERED)
        ? "%s had begun its answer, %d ms after it was given the call".formatted(endpoint, had)
        : "%s has had the call for %d ms".formatted(endpoint, had);
  }
}
