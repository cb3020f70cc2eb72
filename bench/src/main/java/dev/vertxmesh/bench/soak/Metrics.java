package dev.vertxmesh.bench.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What an agent's admin port tells, in Prometheus' text format. */
public record Metrics(String text) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  public static Metrics of(URI uri) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
    return new Metrics(CLIENT.send(request, BodyHandlers.ofString()).body());
  }

  /**
   * The sum over all labels; 0 if there is none.
   *
   * @param label has to be among them, as {@code area="heap"}; empty for any
   */
  public double sum(String name, String label) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
