package dev.vertxmesh.it.harness;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Function;

/**
 * An HTTP response, however it was got.
 *
 * @param headers the first value of a header, by its name
 */
public record Answer(int status, Function<String, Optional<String>> headers, String body) {

  public String header(String name) {
    return headers.apply(name).orElse("");
  }

  /** The body, if it is a problem as RFC 9457 has it, and otherwise an error. */
  public JsonObject problem() {
    if (!header("content-type").equals("application/problem+json")) {
      throw new IllegalStateException("not a problem: " + this);
    }
    return new JsonObject(body);
  }

  /** What the problem says that failed. */
  public String detail() {
    return problem().getString("detail");
  }

  @Override
  public String toString() {
    String shown = body.length() > 500 ? body.substring(0, 500) + "…" : body;
    return status + " " + header("content-type") + " " + shown;
  }
}
