package dev.vertxmesh.ingress.grpc;

import java.util.Map;
import java.util.Set;

/** What a browser says about itself and its page, and not to the method. */
final class BrowserHeaders {

  private static final Set<String> NAMES =
      Set.of("accept", "accept-encoding", "accept-language", "origin", "referer", "x-grpc-web");

  private static final String FETCH = "sec-";

  private BrowserHeaders() {}

  static void removeFrom(Map<String, String> metadata) {
    metadata.keySet().removeIf(name -> NAMES.contains(name) || name.startsWith(FETCH));
  }
}
