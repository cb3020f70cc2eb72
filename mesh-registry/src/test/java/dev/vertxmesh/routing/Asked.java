package dev.vertxmesh.routing;

import dev.vertxmesh.routing.rule.RouteRequest;
import java.util.Map;
import java.util.TreeMap;

/** A call as a line of a table: its method, and {@code name=value} of what rules ask about. */
record Asked(String method, Map<String, String> words) implements RouteRequest {

  /**
   * @param line such as {@code getComment host=10.0.0.5 arg0=tom @user=vip}, where {@code @} begins
   *     an attachment
   */
  static Asked of(String line) {
    String[] parts = line.trim().split(" +");
    Map<String, String> words = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      String[] word = parts[i].split("=", 2);
      words.put(word[0], word[1]);
    }
    return new Asked(parts[0], words);
  }

  @Override
  public String parameter(String name) {
    return words.get(name);
  }

  @Override
  public String attachment(String name) {
    return words.get("@" + name);
  }

  @Override
  public String argument(int index) {
    return words.get("arg" + index);
  }
}
