package dev.vertxmesh.bench.growth;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Machine;
import dev.vertxmesh.bench.contest.ResultFile;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Draws the curves. Leaves with 0 if it could, and with 2 if not: it promises nothing. */
@Command(
    name = "bench/growth",
    description = "How a call's CPU and an agent's memory grow; curves that aren't asked for stay.")
public final class GrowthBench extends Bench {
  private static final Path FOLDER = Path.of("bench/target/growth");

  @Mixin private GrowthOptions options = new GrowthOptions();

  private GrowthBench() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new GrowthBench(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(options.plots);
    JsonObject results = before().mergeIn(Machine.json());
    JsonObject curves = results.getJsonObject("curves");
    try (Children children = Children.in(FOLDER)) {
      GrowthRun run = new GrowthRun(children, options, FOLDER, mostFiles());
      for (Curve curve : options.curves) {
        curves.put(curve.toString(), GrowthReport.json(run.run(curve)));
        ResultFile.write(options.json, results, GrowthReport.text(results));
        Files.writeString(
            options.plots.resolve("growth-" + curve + ".svg"), GrowthReport.plot(curve, results));
      }
    }
    System.out.print(GrowthReport.text(results));
    return 0;
  }

  private JsonObject before() throws IOException {
    return Files.exists(options.json)
        ? new JsonObject(Files.readString(options.json))
        : new JsonObject().put("curves", new JsonObject());
  }

  /** The JVM takes all that it may have. */
  private static int mostFiles() throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/self/limits")).stream()
            .filter(each -> each.startsWith("Max open files"))
            .findFirst()
            .orElseThrow();
    String hard = line.trim().split("\\s+")[4];
    return hard.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(hard);
  }
}
