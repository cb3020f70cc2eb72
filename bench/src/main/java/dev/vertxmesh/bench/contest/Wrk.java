package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The load generator, as a process of its own. */
final class Wrk {
  private final Children children;
  private final ContestOptions options;
  private final Path script;

  /**
   * Unpacks the script.
   *
   * @throws ContestException if there is no wrk on this machine
   */
  Wrk(Children children, ContestOptions options, Path folder) throws IOException {
    if (!installed()) {
      throw new ContestException("wrk is missing; install it with: apt-get install -y wrk");
    }
    this.children = children;
    this.options = options;
    script = folder.resolve("contest.lua");
    try (InputStream lua = Wrk.class.getResourceAsStream("contest.lua")) {
      Files.write(script, lua.readAllBytes());
    }
  }

  static boolean installed() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "wrk")));
  }

  /** Keeps so many connections busy for so long, with these headers besides. */
  Outcome run(int connections, int seconds, String url, String... headers)
      throws IOException, InterruptedException {
    return outcome(start(connections, seconds, url, headers), seconds);
  }

  /** The same, and comes back at once. */
  Child start(int connections, int seconds, String url, String... headers) throws IOException {
    return children.start(
        "wrk-" + connections, Commands.wrk(options, script, connections, seconds, url, headers));
  }

  /** Waits for the end of what runs so long. */
  Outcome outcome(Child wrk, int seconds) throws InterruptedException {
    wrk.awaitSuccess(Duration.ofSeconds(seconds + 300L)); // it prepares itself, too
    return Outcome.parse(wrk.line("{").orElseThrow());
  }

  /**
   * What wrk saw.
   *
   * @param calls answered
   * @param seconds that it took
   * @param p50Ms median time of a call, ms
   * @param p90Ms 90th percentile, ms
   * @param p99Ms 99th percentile, ms
   * @param notOk answers with a status other than 200
   * @param wrong answers that are no string's hash
   * @param timeouts calls without an answer for 5 s
   * @param broken connections refused or cut off
   * @param cpuSeconds that wrk itself used, its preparations included
   */
  record Outcome(
      long calls,
      double seconds,
      double p50Ms,
      double p90Ms,
      double p99Ms,
      long notOk,
      long wrong,
      long timeouts,
      long broken,
      double cpuSeconds) {
    static Outcome parse(String line) {
      JsonObject json = new JsonObject(line);
      return new Outcome(
          json.getLong("calls"),
          json.getDouble("seconds"),
          json.getDouble("p50Ms"),
          json.getDouble("p90Ms"),
          json.getDouble("p99Ms"),
          json.getLong("notOk"),
          json.getLong("wrong"),
          json.getLong("timeouts"),
          json.getLong("broken"),
          json.getDouble("cpuSeconds"));
    }

    double callsPerSecond() {
      return calls / seconds;
    }

    /** Calls whose answer was one of the right ones. */
    long right() {
      return calls - notOk - wrong;
    }

    long errors() {
      return notOk + wrong + timeouts + broken;
    }
  }
}
