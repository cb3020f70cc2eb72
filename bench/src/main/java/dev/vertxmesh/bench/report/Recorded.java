package dev.vertxmesh.bench.report;

import dev.vertxmesh.bench.contest.ContestException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The runs that are kept, a file each. */
record Recorded(Path folder) {

  /**
   * What a run of this name left.
   *
   * @throws ContestException if there's none
   */
  JsonObject run(String name) {
    Path file = folder.resolve(name + ".json");
    try {
      return new JsonObject(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new ContestException(
          "no run is recorded as %s: bench/BENCH --json %s makes one".formatted(file, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A docs' block: a run's is what it printed, and where and when. */
  String block(String name) {
    return name.equals("hop") ? hop() : printed(run(name));
  }

  private String hop() {
    JsonObject sleep = run("contest");
    return "%s:\n\n%s"
        .formatted(where(sleep), HopTable.of(sleep, run("contest-no-sleep"), run("passthrough")));
  }

  private static String printed(JsonObject run) {
    String lines =
        run.getJsonArray("printed").stream().map(String::valueOf).collect(Collectors.joining("\n"));
    return "%s:\n\n```\n%s\n```\n".formatted(where(run), lines);
  }

  /** Where and when a run was. */
  private static String where(JsonObject run) {
    return "From a machine with %d cores (%s), Java %s, on %s"
        .formatted(
            run.getInteger("processors"),
            run.getString("processor"),
            run.getString("java"),
            run.getString("date"));
  }
}
