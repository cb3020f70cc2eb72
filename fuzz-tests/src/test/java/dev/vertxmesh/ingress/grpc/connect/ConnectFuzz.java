package dev.vertxmesh.ingress.grpc.connect;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * Connect's query, timeout, content type and end: read or refused with an IllegalArgumentException;
 * what is read of a query is the same when it's written again, and an end is always JSON.
 */
class ConnectFuzz {

  private static final Price PRICE = new Price(256);

  @FuzzTest
  void words(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    ConnectQuery[] query = new ConnectQuery[1];
    PRICE.hold(input.length, () -> query[0] = read(text));
    if (query[0] != null) {
      again(query[0]);
    }
    ConnectQuery.isOne(text);
    timeout(text);
    type(text);
    PRICE.hold(input.length, () -> end(text));
  }

  /** Null if it's refused. */
  private static ConnectQuery read(String text) {
    try {
      return ConnectQuery.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static void again(ConnectQuery query) {
    String message = Base64.getUrlEncoder().withoutPadding().encodeToString(query.message());
    ConnectQuery same =
        read(
            "connect=v1&base64=1&encoding=%s&compression=%s&message=%s"
                .formatted(encoded(query.codec()), encoded(query.compression()), message));
    Same.expect(query.codec(), same.codec());
    Same.expect(query.compression(), same.compression());
    Same.expect(message, Base64.getUrlEncoder().withoutPadding().encodeToString(same.message()));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void timeout(String text) {
    try {
      long nanos = ConnectTimeout.nanos(text);
      if (nanos < 0) {
        throw new AssertionError(text + " is " + nanos);
      }
    } catch (IllegalArgumentException e) {
      // no timeout
    }
  }

  private static void type(String text) {
    ConnectType type = ConnectType.of(text);
    if (type != null) {
      Same.expect(type, ConnectType.of(type.contentType()));
    }
    Same.expect(ConnectType.accepted(text), ConnectType.accepted(ConnectType.accepted(text)));
  }

  /** A line a trailer. */
  private static void end(String text) {
    Map<String, String> trailers = new HashMap<>();
    for (String line : text.split("\n")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        trailers.put(line.substring(0, colon), line.substring(colon + 1));
      }
    }
    ConnectEnd end = ConnectEnd.of(trailers);
    JsonObject json = new JsonObject(end.ofStream().encode());
    Same.expect(end.isError(), json.containsKey("error"));
  }
}
