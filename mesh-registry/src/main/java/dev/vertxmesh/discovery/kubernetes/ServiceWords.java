package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What a Service says that its pods serve.
 *
 * @param services none if that's to be asked of them
 * @param problem why what it says can't be understood; empty if it can
 */
record ServiceWords(List<ServiceKey> services, String problem) {

  /** The annotation: {@code INTERFACE[:VERSION][@GROUP]}, several with commas. */
  static final String ANNOTATION = "vertx-mesh/services";

  /** More than may be: what lies behind is nobody's business. */
  private static final int MOST_LOOKED_AT = 5_000;

  /** Reads the annotation, or that there is none. */
  static ServiceWords of(ApiJson.Meta meta) {
    String text = meta.words().getOrDefault(ANNOTATION, "");
    if (text.isBlank()) {
      return new ServiceWords(List.of(), "");
    }
    try {
      if (text.length() > EntryBounds.LARGEST_ENTRY) {
        throw new IllegalArgumentException(
            "it's longer than " + EntryBounds.LARGEST_ENTRY + " characters");
      }
      List<ServiceKey> services =
          Arrays.stream(text.strip().split("\\s*,\\s*|\\s+", MOST_LOOKED_AT))
              .map(ServiceKey::parse)
              .toList();
      EntryBounds.check(services, Map.of());
      return new ServiceWords(services, "");
    } catch (IllegalArgumentException e) {
      return new ServiceWords(List.of(), "annotation " + ANNOTATION + ": " + e.getMessage());
    }
  }

  boolean isBroken() {
    return !problem.isEmpty();
  }
}
