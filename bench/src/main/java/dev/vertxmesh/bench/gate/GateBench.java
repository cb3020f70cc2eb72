package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.contest.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Compares two builds' agents. Leaves with 0 unless a call is dearer in every try, with 1 if one
 * is, and with 2 if it couldn't run.
 */
@Command(
    name = "bench/gate",
    description = "What a call costs today's agents, next to those of the last landing.")
public final class GateBench implements Callable<Integer> {
  private static final Path FOLDER = Path.of("bench/target/gate");

  @Mixin private GateOptions options = new GateOptions();

  private GateBench() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    CommandLine line =
        new CommandLine(new GateBench()).setExecutionExceptionHandler(GateBench::cannotRun);
    System.exit(line.execute(args));
  }

  private static int cannotRun(Exception e, CommandLine line, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(e instanceof ContestException)) {
      throw e;
    }
    line.getErr().println(e.getMessage());
    return 2;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    GateReport report = new GateReport(options);
    try (Children children = new Children(FOLDER)) {
      Runtime.getRuntime().addShutdownHook(new Thread(children::close)); // Ctrl-C
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
