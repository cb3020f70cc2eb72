package dev.vertxmesh.bench.distance;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.ResultFile;
import dev.vertxmesh.bench.contest.Verdict;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures what a distance costs. Leaves with 0 if every promise was kept, and with 1 if not. */
@Command(
    name = "bench/distance",
    description =
        "Requests through a proxy that delays bytes: large ones, ten in a row, and small ones"
            + " beside a large one; with windows that follow bandwidth x delay and without.")
public final class Distance extends Bench {

  @Mixin private DistanceOptions options = new DistanceOptions();

  private Distance() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Distance(), args);
  }

  @Override
  public Integer call() throws IOException {
    List<Way> ways = ways();
    try (Runner runner = new Runner(ways, options.warmupCalls)) {
      Results results = Results.measure(runner, ways, options);
      results.plots(Files.createDirectories(options.plots));
      List<Verdict> verdicts = results.verdicts();
      ResultFile.publish(options.json, results.json(), results.text() + Verdict.table(verdicts));
      return Verdict.allKept(verdicts) ? 0 : 1;
    }
  }

  private List<Way> ways() {
    return Stream.of(
            new GrpcVertxWay(false, options.windowMax),
            new GrpcJavaWay(),
            new GrpcVertxWay(true, options.windowMax),
            new LinkWay(options.windowMax),
            new HttpWay(HttpVersion.HTTP_2, options.windowMax),
            new HttpWay(HttpVersion.HTTP_1_1, options.windowMax),
            new TcpWay())
        .filter(way -> options.only.isEmpty() || options.only.contains(way.name()))
        .toList();
  }
}
