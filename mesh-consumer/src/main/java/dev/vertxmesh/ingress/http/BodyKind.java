package dev.vertxmesh.ingress.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a request's head says of its body. It's looked at only once a body can't be read: then it
 * may tell why.
 */
final class BodyKind {

  /** What JSON or a form is never in. */
  private static final Pattern OTHERS =
      Pattern.compile("\\s*(?:image|audio|video|font|multipart)/.*", Pattern.DOTALL);

  /** How much of a header a message repeats. */
  private static final int SHOWN = 60;

  private BodyKind() {}

  /**
   * What is wrong, by the head if that says it, and otherwise as it was found.
   *
   * @param found over the body
   */
  static BadCall mistake(HttpServerRequest request, BadCall found) {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.strip().equalsIgnoreCase("identity")) {
      return BadCall.unsupported(
          "content-encoding: '%s', expected none: send the body uncompressed"
              .formatted(shown(encoding)));
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && OTHERS.matcher(type.toLowerCase(Locale.ROOT)).matches()) {
      return BadCall.unsupported("content-type: '%s', expected JSON".formatted(shown(type)));
    }
    return found;
  }

  private static String shown(String header) {
    return header.length() <= SHOWN ? header : header.substring(0, SHOWN) + "...";
  }
}
