package dev.vertxmesh.bench.contest;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A process of ours: what it printed, what it uses, and its end. Known by its handle only. */
public final class Child {
  private static final Duration END_PATIENCE = Duration.ofSeconds(15);
  private static final long POLL_MILLIS = 20;

  private final String name;
  private final Process process;
  private final Path log;

  private Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Starts the command; stdout and stderr go to {@code NAME.log} in the folder. */
  static Child start(String name, List<String> command, Path folder) throws IOException {
    Path log = folder.resolve(name + ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new Child(name, process, log);
  }

  /** Writes a line to its stdin. */
  public void tell(String line) throws IOException {
    BufferedWriter stdin = process.outputWriter();
    stdin.write(line);
    stdin.newLine();
    stdin.flush();
  }

  /** How many of the lines printed so far have this in them. */
  public long linesWith(String text) {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** All that it printed so far. */
  public String printed() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first line printed so far that has this in it. */
  public String lineWith(String text) {
    return printed().lines().filter(line -> line.contains(text)).findFirst().orElseThrow();
  }

  public String name() {
    return name;
  }

  public boolean running() {
    return process.isAlive();
  }

  /** User and system CPU seconds since the start; only while it runs. */
  public double cpuSeconds() {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
  }

  /** The most memory that was ever resident, MiB; only while it runs. */
  double peakRssMiB() {
    return ProcStatus.peakRssMiB(status());
  }

  /** The memory that is resident, MiB; only while it runs. */
  public double rssMiB() {
    return ProcStatus.rssMiB(status());
  }

  private List<String> status() {
    try {
      return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status"));
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is gone", e);
    }
  }

  /** The first line printed so far that starts like this. */
  Optional<String> line(String start) {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.startsWith(start)).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for such a line. */
  public String awaitLine(String start, Duration patience) throws InterruptedException {
    await(() -> line(start).isPresent(), "prints " + start, patience);
    return line(start).orElseThrow();
  }

  /**
   * Waits until something is so.
   *
   * @throws ContestException with the end of the log, if the process ends or time runs out first
   */
  public void await(BooleanSupplier condition, String what, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        String why = process.isAlive() ? " took over " + patience.toSeconds() + " s" : " ended";
        throw new ContestException(name + why + " before it " + what + "\n" + tail());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Waits until a GET is answered with 200. */
  public void awaitAnswer(URI uri) throws InterruptedException {
    await(() -> Http.answers200(uri), "answers at " + uri, Commands.START_PATIENCE);
  }

  /**
   * Waits for its own end.
   *
   * @throws ContestException with the end of the log, if it fails or takes too long
   */
  public void awaitSuccess(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
      throw new ContestException(name + " failed\n" + tail());
    }
  }

  /** Asks it to end; doesn't wait. */
  public void signal() {
    process.destroy();
  }

  /** Ends it as {@code kill -9} does, and waits for that. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** What it left with; only once it has ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Waits for the end that was asked for; makes it so if it takes too long. */
  public void awaitEnd() throws InterruptedException {
    if (!process.waitFor(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }
}
