package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ResultFile;
import dev.vertxmesh.bench.contest.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Calls at a constant rate. Leaves with 0 if every promise was kept, 1 if not, and 2 if it couldn't
 * run.
 */
@Command(
    name = "bench/open",
    description =
        "How long calls take that are due by the clock, through the mesh and by a native Dubbo"
            + " client, up to the slowest in ten thousand.")
public final class OpenBench extends Bench {
  private static final Path FOLDER = Path.of("bench/target/open");

  @Mixin private OpenOptions options = new OpenOptions();

  private OpenBench() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new OpenBench(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.check();
    try (Children children = Children.inEmptied(FOLDER);
        OpenRun run = new OpenRun(children, options, FOLDER)) {
      OpenReport report = run.run();
      ResultFile.publish(options.json, report.json(), report.text());
      return Verdict.allKept(report.verdicts()) ? 0 : 1;
    }
  }
}
