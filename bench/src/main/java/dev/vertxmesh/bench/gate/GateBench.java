package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.contest.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Compares two builds' agents. Leaves with 0 unless a call is dearer in every try, with 1 if one
 * is, and with 2 if it couldn't run.
 */
@Command(
    name = "bench/gate",
    description = "What a call costs today's agents, next to those of the last landing.")
public final class GateBench extends Bench {
  private static final Path FOLDER = Path.of("bench/target/gate");

  @Mixin private GateOptions options = new GateOptions();

  private GateBench() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new GateBench(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    GateReport report = new GateReport(options);
    try (Children children = Children.in(FOLDER)) {
      Set<HotPath> paths = EnumSet.allOf(HotPath.class);
      for (int i = 1; i <= options.tries && !paths.isEmpty(); i++) {
        report.tries().add(new Attempt(children, options, FOLDER, i).run(paths));
        paths = report.pathsOfWorse();
        if (!paths.isEmpty()) {
          Progress.say("%s look worse after try %d of %d", paths, i, options.tries);
        }
      }
    }
    ResultFile.publish(options.json, report.json(), report.text());
    return report.worse().isEmpty() ? 0 : 1;
  }
}
