package dev.vertxmesh.it.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What an agent's {@code /metrics} said.
 *
 * @param samples lines such as {@code mesh_calls_total{agent="mesh-consumer",outcome="ok"} 3.0}
 */
public record Metrics(List<String> samples) {

  /** What was scraped. */
  public static Metrics parse(String text) {
    List<String> samples = new ArrayList<>();
    text.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(samples::add);
    return new Metrics(samples);
  }

  /**
   * The sum of all samples of this name that have all these labels; 0 if there's none.
   *
   * @param labels such as {@code outcome="ok"}
   */
  public double sum(String name, String... labels) {
    return samples.stream()
        .filter(line -> isNamed(line, name) && Arrays.stream(labels).allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Whether there is a sample of this name at all. */
  public boolean has(String name) {
    return samples.stream().anyMatch(line -> isNamed(line, name));
  }

  private static boolean isNamed(String line, String name) {
    return line.startsWith(name + "{") || line.startsWith(name + " ");
  }
}
