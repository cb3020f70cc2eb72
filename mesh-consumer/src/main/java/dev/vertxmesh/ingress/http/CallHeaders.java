package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What the {@code x-mesh-} headers and the query of a request say of its call.
 *
 * @param timeoutMillis from 1
 * @param timeoutOf whose word that is
 */
record CallHeaders(
    String group,
    String version,
    long timeoutMillis,
    String timeoutOf,
    Map<String, String> attachments,
    CallOptions options) {

  private static final String PREFIX = "x-mesh-";
  private static final String ATTACHMENT = "attachment-";
  private static final String CLASS = "class";
  private static final String TIMEOUT = "timeout";
  private static final String TAG = "tag";

  private static final long MOST_MILLIS = 24 * 3600 * 1000L;

  /**
   * @param options say what holds for calls that don't
   * @throws BadCall naming the header or the query's parameter that is unknown or malformed
   */
  static CallHeaders of(HttpServerRequest request, HttpOptions options) {
    Reader reader = new Reader(options);
    if (request.query() != null) {
      reader.query(request.query());
    }
    request.headers().forEach(reader); // without an iterator, which would make an entry of each
    return reader.read();
  }

  /** The same of headers alone. */
  static CallHeaders of(MultiMap headers, HttpOptions options) {
    Reader reader = new Reader(options);
    headers.forEach(reader);
    return reader.read();
  }

  /** Whether a header of this name says something of a call, or is refused for its name. */
  static boolean reads(String name) {
    return name.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) || PassedHeaders.isOne(name);
  }

  /** A header's bytes come as characters of ISO 8859-1; here they are UTF-8. */
  private static String utf8(String name, String value) {
    if (value.chars().allMatch(c -> c < 128)) {
      return value;
    }
    ByteBuffer bytes = ByteBuffer.wrap(value.getBytes(StandardCharsets.ISO_8859_1));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new BadCall("header %s: its value isn't UTF-8".formatted(name));
    }
  }

  private static boolean keep(String where, String value) {
    if (!value.equals("keep") && !value.equals("drop")) {
      throw new BadCall("%s: '%s', expected keep or drop".formatted(where, value));
    }
    return value.equals("keep");
  }

  ServiceKey service(String interfaceName) {
    return new ServiceKey(interfaceName, group, version);
  }

  private static final class Reader implements BiConsumer<String, String> {
    private final HttpOptions settings;
    private Set<String> seen = Set.of();
    private final PassedHeaders passed = new PassedHeaders();
    private String group = "";
    private String version = "";
    private long timeout;
    private boolean oneWay;
    private boolean keepClasses;
    private boolean strict;
    private GenericMode generic = GenericMode.AUTO;
    private Map<String, String> attachments = Map.of();

    Reader(HttpOptions options) {
      this.settings = options;
      this.timeout = options.timeoutMillis();
      this.strict = options.strict();
    }

    @Override
    public void accept(String name, String value) {
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        read(name.substring(PREFIX.length()).toLowerCase(Locale.ROOT), utf8(name, value));
      } else if (PassedHeaders.isOne(name)) {
        passed.add(name.toLowerCase(Locale.ROOT), value);
      }
    }

    CallHeaders read() {
      boolean plain = !oneWay && !keepClasses && !strict && generic == GenericMode.AUTO;
      CallOptions options =
          plain ? CallOptions.NONE : new CallOptions(oneWay, keepClasses, strict, generic);
      String timeoutOf = seen.contains(TIMEOUT) ? "header x-mesh-timeout" : CallRecord.OPTION;
      return new CallHeaders(group, version, timeout, timeoutOf, passed.with(attachments), options);
    }

    void query(String query) {
      decoded(query)
          .forEach(
              (name, values) -> {
                if (!name.equals(CLASS)) {
                  throw new BadCall("query: '%s', expected class=keep or nothing".formatted(name));
                } else if (values.size() > 1) {
                  throw new BadCall("class in the query: it is there more than once");
                }
                keepClasses = keep("class in the query", values.get(0));
              });
    }

    private static Map<String, List<String>> decoded(String query) {
      try {
        return new QueryStringDecoder(query, false).parameters();
      } catch (IllegalArgumentException e) {
        throw new BadCall("query: " + e.getMessage());
      }
    }

    void read(String name, String value) {
      if (seen.isEmpty()) { // as it stays for most calls
        seen = new HashSet<>(4);
      }
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
        case TIMEOUT -> timeout = millis(value);
        case CLASS -> keepClasses = keep("header x-mesh-class", value);
        case "oneway" -> oneWay = truth(name, value);
        case "strict" -> strict = truth(name, value);
        case "generic" -> generic = generic(value);
        default -> requireRead(name);
      }
    }

    /** Others may be read further on: who has misspelt one of ours is to know. */
    private void requireRead(String name) {
      if (settings.reads(PREFIX + name)) {
        return;
      }
      throw new BadCall(
          name.equals(TAG) && settings.tagHeader() != null
              ? "header x-mesh-tag: this agent reads tags in %s, as --tag-header says"
                  .formatted(settings.tagHeader())
              : "header x-mesh-%s: expected group, version, timeout, class, generic, oneway, strict or"
                      .formatted(name)
                  + " attachment-NAME");
    }

    private static GenericMode generic(String value) {
      try {
        return GenericMode.parse(value);
      } catch (IllegalArgumentException e) {
        throw new BadCall("header x-mesh-generic: " + e.getMessage());
      }
    }

    private void attach(String name, String value) {
      if (attachments.isEmpty()) {
        attachments = new LinkedHashMap<>();
      }
      attachments.put(name, value);
    }

    private static boolean truth(String name, String value) {
      if (!value.equals("true") && !value.equals("false")) {
        throw new BadCall("header x-mesh-%s: '%s', expected true or false".formatted(name, value));
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
