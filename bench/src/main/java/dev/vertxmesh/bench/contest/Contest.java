package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Runs the workload and prints what came of it. Leaves with 0 if every promise was kept, 1 if not,
 * and 2 if it couldn't run.
 */
@Command(
    name = "bench/contest",
    description =
        "The contest's workload through the mesh, and a native Dubbo client in the same run.")
public final class Contest implements Callable<Integer> {
  private static final List<String> JARS =
      List.of(
          "mesh-consumer/target/mesh-consumer.jar",
          "mesh-provider/target/mesh-provider.jar",
          DubboRelease.V2.jar(),
          DubboRelease.V3.jar());
  private static final Path FOLDER = Path.of("bench/target/contest");

  @Mixin private ContestOptions options = new ContestOptions();

  private Contest() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    CommandLine line =
        new CommandLine(new Contest())
            .registerConverter(DubboRelease.class, DubboRelease::of)
            .setExecutionExceptionHandler(Contest::cannotRun);
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
    for (String jar : JARS) {
      if (!Files.isRegularFile(Path.of(jar))) {
        throw new ContestException("there is no " + jar + "; build it with: mvn -q package");
      }
    }
    startAfresh();
    Report report = run();
    ResultFile.publish(options.json, report.json(), report.text());
    return report.pass() ? 0 : 1;
  }

  /** So that every log and registry entry in the folder is this run's. */
  private static void startAfresh() throws IOException {
    Files.createDirectories(FOLDER);
    try (Stream<Path> old = Files.walk(FOLDER)) {
      for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    Files.createDirectories(FOLDER);
  }

  private Report run() throws IOException, InterruptedException {
    try (Children children = new Children(FOLDER)) {
      Runtime.getRuntime().addShutdownHook(new Thread(children::close)); // Ctrl-C
      MeshRun.Outcome mesh = MeshRun.run(children, options, FOLDER);
      NativeRun.Outcome direct = NativeRun.run(children, options);
      return new Report(options, mesh, direct, Verdict.of(options, mesh, direct));
    }
  }
}
