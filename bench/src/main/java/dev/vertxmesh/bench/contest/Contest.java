package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
public final class Contest extends Bench {
  private static final List<String> JARS =
      List.of(
          Commands.CONSUMER_JAR,
          Commands.PROVIDER_JAR,
          DubboRelease.V2.jar(),
          DubboRelease.V3.jar());
  private static final Path FOLDER = Path.of("bench/target/contest");

  @Mixin private ContestOptions options = new ContestOptions();

  private Contest() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Contest(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    for (String jar : JARS) {
      if (!Files.isRegularFile(Path.of(jar))) {
        throw new ContestException("there is no " + jar + "; build it with: mvn -q package");
      }
    }
    Report report = run();
    ResultFile.publish(options.json, report.json(), report.text());
    return report.pass() ? 0 : 1;
  }

  private Report run() throws IOException, InterruptedException {
    try (Children children = Children.inEmptied(FOLDER)) {
      MeshRun.Outcome mesh = MeshRun.run(children, options, FOLDER);
      NativeRun.Outcome direct = NativeRun.run(children, options);
      return new Report(options, mesh, direct, Verdict.of(options, mesh, direct));
    }
  }
}
