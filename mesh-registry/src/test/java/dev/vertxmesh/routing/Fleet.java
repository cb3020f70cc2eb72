package dev.vertxmesh.routing;

import dev.vertxmesh.routing.rule.RouteCandidate;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Named candidates of a service, and what rules make of calls of it. */
final class Fleet {

  static final String SERVICE = "com.foo.CommentService";

  private final Map<String, RouteCandidate> all = new LinkedHashMap<>();
  private final SplittableRandom random = new SplittableRandom(7);

  /**
   * @param words such as {@code region=hangzhou env=gray}
   */
  Fleet with(String name, String host, int port, String words) {
    Map<String, String> parameters = new TreeMap<>(Map.of("application", "comments"));
    for (String word : words.isBlank() ? new String[0] : words.split(" ")) {
      String[] parts = word.split("=", 2);
      parameters.put(parts[0], parts[1]);
    }
    all.put(name, new RouteCandidate(host, port, parameters));
    return this;
  }

  ServiceRoutes routes(RouteRules rules) {
    return rules.of(SERVICE, List.copyOf(all.values()));
  }

  /** The names of those who may have a call, in their order; a dash for nobody. */
  String left(RouteRules rules, String call) {
    ServiceRoutes routes = routes(rules);
    if (routes.isNone()) {
      return String.join(" ", all.keySet());
    }
    BitSet left = new BitSet();
    routes.route(left, Asked.of(call), random);
    List<String> names = List.copyOf(all.keySet());
    String found = left.stream().mapToObj(names::get).collect(Collectors.joining(" "));
    return found.isEmpty() ? "-" : found;
  }

  /** How often each set is left, of a thousand calls. */
  Map<String, Integer> draws(RouteRules rules, String call) {
    Map<String, Integer> draws = new TreeMap<>();
    for (int i = 0; i < 1_000; i++) {
      draws.merge(left(rules, call), 1, Integer::sum);
    }
    return draws;
  }
}
