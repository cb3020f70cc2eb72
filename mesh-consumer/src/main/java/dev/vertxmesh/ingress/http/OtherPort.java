package dev.vertxmesh.ingress.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/** Who asks the callers' port for what the admin port has is told where that is. */
final class OtherPort {

  private static final Set<String> PATHS =
      Set.of(
          "/metrics",
          "/topology",
          "/health",
          "/health/live",
          "/health/ready",
          "/access",
          "/log",
          "/drain",
          "/undrain",
          "/pre-stop");

  private static final String HINT =
      "; this agent's page, health and metrics are at its admin port, 20002 by default";

  private OtherPort() {}

  /** Empty if the request is for nothing of the kind. */
  static String hint(HttpServerRequest request) {
    String path = request.path();
    boolean isPage = request.method() == HttpMethod.GET && "/".equals(path);
    return isPage || path != null && PATHS.contains(path) ? HINT : "";
  }
}
