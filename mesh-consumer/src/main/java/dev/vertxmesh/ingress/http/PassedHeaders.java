package dev.vertxmesh.ingress.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers that go on with a call as its attachments, and so reach the provider and what it
 * calls: those that name it in traces and logs (W3C's Trace Context and Baggage, SkyWalking's
 * {@code sw8}, {@code x-request-id}). What doesn't fit is left out, as no call fails over its name.
 */
final class PassedHeaders {

  /** Of names and values of one call: as much as W3C allows baggage. */
  private static final int MOST_CHARS = 8_192;

  /** What a header weighs beside its characters, as HTTP/2 counts it (RFC 9113, 6.5.2). */
  private static final int HEADER = 32;

  private static final String SKYWALKING = "sw8";

  private Map<String, String> passed = Map.of();
  private int chars;

  /** Whether a header is one of them. */
  static boolean isOne(String name) {
    return switch (name.isEmpty() ? ' ' : Character.toLowerCase(name.charAt(0))) {
      case 't' -> name.equalsIgnoreCase("traceparent") || name.equalsIgnoreCase("tracestate");
      case 'b' -> name.equalsIgnoreCase("baggage");
      case 'x' -> name.equalsIgnoreCase("x-request-id");
      case 's' ->
          name.regionMatches(true, 0, SKYWALKING, 0, SKYWALKING.length())
              && (name.length() == SKYWALKING.length() || name.charAt(SKYWALKING.length()) == '-');
      default -> false;
    };
  }

  /**
   * Takes one; several of a name are one list (RFC 9110, 5.3).
   *
   * @param name in lower case
   */
  void add(String name, String value) {
    int more = name.length() + value.length() + HEADER;
    if (chars + more > MOST_CHARS || !value.chars().allMatch(c -> c >= ' ' && c < 127)) {
      return;
    }
    chars += more;
    if (passed.isEmpty()) {
      passed = new LinkedHashMap<>();
    }
    passed.merge(name, value, (one, other) -> one + "," + other);
  }

  /** With what the caller attaches itself, which wins. */
  Map<String, String> with(Map<String, String> attachments) {
    if (passed.isEmpty()) {
      return attachments;
    }
    passed.putAll(attachments);
    return passed;
  }
}
