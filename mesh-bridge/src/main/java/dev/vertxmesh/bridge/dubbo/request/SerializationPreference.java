package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.dubbo.Serialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The serialization that a provider would rather be spoken to in: its URLs have it, from Dubbo 3.1
 * on as {@code prefer.serialization}, several names with the best first, and else as {@code
 * serialization}. By the name fastjson goes more than one layout, so that is left out.
 */
final class SerializationPreference {

  private static final Map<String, Serialization> BY_NAME =
      Map.of("hessian2", Serialization.HESSIAN2, "fastjson2", Serialization.FASTJSON2);

  private SerializationPreference() {}

  /** Null if it isn't told, or not the same for all services. */
  static Serialization of(Exports told) {
    List<Serialization> preferred =
        told.list().stream()
            .map(SerializationPreference::of)
            .filter(Objects::nonNull)
            .distinct()
            .limit(2)
            .toList();
    return preferred.size() == 1 ? preferred.get(0) : null;
  }

  private static Serialization of(Export export) {
    Map<String, String> parameters = export.parameters();
    String names =
        parameters.getOrDefault(
            "prefer.serialization", parameters.getOrDefault("serialization", ""));
    return Arrays.stream(names.split(","))
        .map(name -> BY_NAME.get(name.trim()))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
