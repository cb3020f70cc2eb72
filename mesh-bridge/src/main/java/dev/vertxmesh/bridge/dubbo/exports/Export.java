package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;
import java.util.Map;

/**
 * A service that a provider exports.
 *
 * @param methods empty when they weren't told
 * @param parameters of its URL, such as {@code serialization}, {@code prefer.serialization}, {@code
 *     threads}, {@code payload} and {@code methods}; empty when they weren't told
 */
public record Export(
    ServiceKey service, List<MethodSignature> methods, Map<String, String> parameters) {

  public Export {
    methods = List.copyOf(methods);
    parameters = Map.copyOf(parameters);
  }

  static Export of(ServiceKey service) {
    return new Export(service, List.of(), Map.of());
  }
}
