package dev.vertxmesh.bench.report;

import dev.vertxmesh.bench.contest.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the docs' tables. Leaves with 0, with 1 if {@code --check} finds others, or with 2. */
@Command(
    name = "bench/report",
    description = "Writes what stands between bench marks in README.md and docs/*.md.")
public final class ReportBench extends Bench {

  @Option(names = "--check", description = "writes nothing, and leaves with 1 if it would")
  private boolean check;

  private ReportBench() {}

  /** To be started in the project's root. */
  public static void main(String[] args) {
    run(new ReportBench(), args);
  }

  @Override
  public Integer call() throws IOException {
    List<Path> stale = stale(Path.of(""), !check);
    stale.forEach(file -> System.out.println((check ? "not as recorded: " : "written: ") + file));
    return check && !stale.isEmpty() ? 1 : 0;
  }

  /**
   * The files whose tables aren't what the recorded runs say.
   *
   * @param root the project's
   * @param write whether to make them so
   */
  static List<Path> stale(Path root, boolean write) throws IOException {
    Recorded recorded = new Recorded(root.resolve("bench/results"));
    List<Path> stale = new ArrayList<>();
    for (Path file : pages(root)) {
      String text = Files.readString(file);
      String filled = DocBlocks.fill(text, recorded::block);
      if (!filled.equals(text)) {
        stale.add(file);
        if (write) {
          Files.writeString(file, filled);
        }
      }
    }
    return stale;
  }

  private static List<Path> pages(Path root) throws IOException {
    try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
      return Stream.concat(Stream.of(root.resolve("README.md")), docs.sorted())
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }
}
