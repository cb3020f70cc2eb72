package dev.vertxmesh.bench.contest;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * A bench as a command. It leaves with what its call returns, and with 2 if it can't run or doesn't
 * know an option.
 */
public abstract class Bench implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "prints this")
  private boolean help;

  /** Runs it with these arguments, and ends the JVM. */
  protected static void run(Bench bench, String... args) {
    CommandLine line =
        new CommandLine(bench)
            .registerConverter(DubboRelease.class, DubboRelease::of)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(Bench::cannotRun);
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
}
