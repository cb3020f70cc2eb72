package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.call.ServiceKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * All that a provider exports, in the order of the services' names; without services whose names no
 * registry could write down. Immutable.
 */
public final class Exports {

  public static final Exports NONE = new Exports(List.of());

  private static final Pattern THREADS = Pattern.compile("[1-9]\\d{0,5}");

  private final Map<ServiceKey, Export> byService;
  private final Map<ServiceKey, List<String>> calledBack = new HashMap<>();

  public Exports(List<Export> exports) {
    Map<ServiceKey, Export> all = new LinkedHashMap<>();
    exports.stream()
        .filter(export -> DubboServiceKeys.isSayable(export.service()))
        .sorted(Comparator.comparing(export -> export.service().toString()))
        .forEach(export -> all.putIfAbsent(export.service(), export));
    this.byService = all;
    for (Export export : all.values()) {
      List<String> arguments = export.calledBack();
      if (!arguments.isEmpty()) {
        calledBack.put(export.service(), arguments);
      }
    }
  }

  public List<Export> list() {
    return List.copyOf(byService.values());
  }

  public List<ServiceKey> services() {
    return List.copyOf(byService.keySet());
  }

  public boolean isEmpty() {
    return byService.isEmpty();
  }

  /** Null if there is no such service. */
  public Export get(ServiceKey service) {
    return byService.get(service);
  }

  /** The service's methods of this name; empty if the service isn't there or didn't tell them. */
  public List<MethodSignature> methods(ServiceKey service, String name) {
    Export export = byService.get(service);
    return export == null
        ? List.of()
        : export.methods().stream().filter(method -> method.name().equals(name)).toList();
  }

  /** {@code METHOD.N} of each argument that is called back; asked for each call. */
  public List<String> calledBack(ServiceKey service) {
    return calledBack.isEmpty() ? List.of() : calledBack.getOrDefault(service, List.of());
  }

  /** The application that it registers as; empty if none of them tells. */
  public String application() {
    return byService.values().stream()
        .map(export -> export.parameters().getOrDefault("application", ""))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** How many threads serve them: the fewest that one of them told; 0 if none did. */
  public int threads() {
    int fewest = 0;
    for (Export export : byService.values()) {
      String told = export.parameters().getOrDefault("threads", "");
      if (THREADS.matcher(told).matches()) {
        int threads = Integer.parseInt(told);
        fewest = fewest == 0 ? threads : Math.min(fewest, threads);
      }
    }
    return fewest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Exports exports && byService.equals(exports.byService);
  }

  @Override
  public int hashCode() {
    return byService.hashCode();
  }

  @Override
  public String toString() {
    return byService.keySet().toString();
  }
}
