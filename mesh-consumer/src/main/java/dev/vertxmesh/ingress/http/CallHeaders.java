package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the {@code x-mesh-} headers of a request say of its call.
 *
 * @param timeoutMillis from 1
 * @param oneWay whether nobody waits for the result
 */
record CallHeaders(
    String group,
    String version,
    long timeoutMillis,
    boolean oneWay,
    Map<String, String> attachments) {

  private static final String PREFIX = "x-mesh-";
  private static final String ATTACHMENT = "attachment-";

  private static final CallOptions ONE_WAY = new CallOptions(true, false, GenericMode.AUTO);

  private static final long MOST_MILLIS = 24 * 3600 * 1000L;

  /**
   * @throws BadCall naming the header that is unknown or malformed
   */
  static CallHeaders of(MultiMap headers, long defaultTimeoutMillis) {
    Reader reader = new Reader(defaultTimeoutMillis);
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey();
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        reader.read(name.substring(PREFIX.length()).toLowerCase(Locale.ROOT), header.getValue());
      }
    }
    return new CallHeaders(
        reader.group, reader.version, reader.timeout, reader.oneWay, reader.attachments);
  }

  CallOptions options() {
    return oneWay ? ONE_WAY : CallOptions.NONE;
  }

  ServiceKey service(String interfaceName) {
    return new ServiceKey(interfaceName, group, version);
  }

  private static final class Reader {
    private final Set<String> seen = new HashSet<>(4);
    private String group = "";
    private String version = "";
    private long timeout;
    private boolean oneWay;
    private Map<String, String> attachments = Map.of();

    Reader(long timeout) {
      this.timeout = timeout;
    }

    void read(String name, String value) {
      if (!seen.add(name)) {
        throw new BadCall("header x-mesh-%s: it is there more than once".formatted(name));
      }
      if (name.startsWith(ATTACHMENT) && name.length() > ATTACHMENT.length()) {
        attach(name.substring(ATTACHMENT.length()), value);
        return;
      }
      switch (name) {
        case "group" -> group = value;
        case "version" -> version = value;
        case "timeout" -> timeout = millis(value);
        case "oneway" -> oneWay = truth(value);
        default ->
            throw new BadCall(
                "header x-mesh-%s: expected group, version, timeout, oneway or attachment-NAME"
                    .formatted(name));
      }
    }

    private void attach(String name, String value) {
      if (attachments.isEmpty()) {
        attachments = new LinkedHashMap<>();
      }
      attachments.put(name, value);
    }

    private static boolean truth(String value) {
      if (!value.equals("true") && !value.equals("false")) {
        throw new BadCall("header x-mesh-oneway: '%s', expected true or false".formatted(value));
      }
      return value.equals("true");
    }

    private static long millis(String value) {
      try {
        long millis = Long.parseLong(value.strip());
        if (millis > 0 && millis <= MOST_MILLIS) {
          return millis;
        }
      } catch (NumberFormatException e) {
        // said below, with what was expected
      }
      throw new BadCall(
          "header x-mesh-timeout: '%s', expected milliseconds from 1 to %d"
              .formatted(value, MOST_MILLIS));
    }
  }
}
