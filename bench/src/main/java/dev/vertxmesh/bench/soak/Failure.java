package dev.vertxmesh.bench.soak;

import dev.vertxmesh.call.CallFailure;
import io.vertx.core.json.JsonObject;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a call failed.
 *
 * @param type the mesh's word for it, such as {@code lost}; {@code grpc-14}; {@code wrong} for a
 *     wrong answer; {@code connection} when there was no answer; {@link #SHORT_OF_CPU} however it's
 *     told
 */
record Failure(String type, String detail) {
  static final String SHORT_OF_CPU = "short-of-cpu";

  private static final Pattern WORD = Pattern.compile("\\(([a-z-]+), [^()]*\\)$");
  private static final String URN = "urn:vertx-mesh:";

  Failure {
    if (detail != null && detail.contains(CallFailure.SHORT_OF_CPU)) {
      type = SHORT_OF_CPU;
    }
  }

  /** Of a problem in JSON. */
  static Failure http(int status, String body) {
    try {
      String type = new JsonObject(body).getString("type", "http-" + status);
      return new Failure(type.replace(URN, ""), body);
    } catch (RuntimeException e) {
      return new Failure("http-" + status, body);
    }
  }

  /** Of a reason of Dubbo's, that ends with the mesh's word if it was the mesh that failed. */
  static Failure dubbo(int status, String reason) {
    Matcher word = WORD.matcher(reason);
    return new Failure(word.find() ? word.group(1) : "dubbo-" + status, reason);
  }

  static Failure connection(Throwable cause) {
    return new Failure("connection", String.valueOf(cause.getMessage()));
  }
}
