package dev.vertxmesh.bench.distance;

import dev.vertxmesh.bench.simulate.Across;
import dev.vertxmesh.bench.simulate.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The tables as lines. */
final class Plots {

  private final Path folder;

  Plots(Path folder) {
    this.folder = folder;
  }

  /** Calls one after the other. */
  void calls(int roundTripMillis, List<Measured> measured) throws IOException {
    int count = measured.get(0).millis().length;
    List<String> numbers = IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    Plot plot =
        new Plot(
            "The first %d calls of 1 MiB, round trip %d ms".formatted(count, roundTripMillis),
            Across.steps(numbers),
            names(measured.stream().map(Measured::way).toList()));
    plot.chart(
        "ms, by call", true, measured.stream().map(Measured::millis).toArray(double[][]::new));
    write("distance-%d".formatted(roundTripMillis), plot);
  }

  /** Calls by size, each way's a line. */
  void sizes(
      DistanceOptions options,
      List<String> sizes,
      List<Way> ways,
      Collection<List<Measured>> measured)
      throws IOException {
    Plot plot =
        new Plot(
            String.format(
                Locale.ROOT,
                "Calls by size, round trip %d ms, %.0f MiB/s",
                options.far,
                options.farRate),
            Across.steps(sizes),
            names(ways));
    double[][] lines =
        IntStream.range(0, ways.size())
            .mapToObj(way -> measured.stream().mapToDouble(all -> all.get(way).median()).toArray())
            .toArray(double[][]::new);
    plot.chart("ms, by size", true, lines);
    write("distance-sizes", plot);
  }

  private static String[] names(List<Way> ways) {
    return ways.stream().map(Way::name).toArray(String[]::new);
  }

  private void write(String name, Plot plot) throws IOException {
    Files.writeString(folder.resolve(name + ".svg"), plot.toString());
  }
}
