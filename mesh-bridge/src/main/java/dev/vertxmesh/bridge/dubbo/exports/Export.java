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

  private static final String CALLBACK = ".callback";

  public Export {
    methods = List.copyOf(methods);
    parameters = Map.copyOf(parameters);
  }

  /** {@code METHOD.N} of each argument that is called back. */
  List<String> calledBack() {
    return parameters.entrySet().stream()
        .filter(one -> one.getKey().endsWith(CALLBACK) && one.getValue().equals("true"))
        .map(one -> one.getKey().substring(0, one.getKey().length() - CALLBACK.length()))
        .toList();
  }

  static Export of(ServiceKey service) {
    return new Export(service, List.of(), Map.of());
  }
}
