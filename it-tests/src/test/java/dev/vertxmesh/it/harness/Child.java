package dev.vertxmesh.it.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process, and all that it has printed so far. */
public final class Child {

  private static final long START_SECONDS = 300;
  private static final long END_SECONDS = 120;

  /** Of one that starts, does all of its work and ends, such as a suite of thousands of cases. */
  private static final long RUN_SECONDS = 600;

  private static final List<Child> STARTED = new CopyOnWriteArrayList<>();

  private final String name;
  private final Process process;
  private final Thread reader;
  private final List<String> lines = new ArrayList<>();
  private boolean finished;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.reader = new Thread(this::read, "log of " + name);
    reader.setDaemon(true);
  }

  /**
   * Starts a process.
   *
   * @param name as logs call it
   * @param environment added to this process's own, from which everything of the mesh's is left out
   */
  public static Child start(String name, List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(variable -> variable.startsWith("MESH_"));
    builder.environment().putAll(environment);
    try {
      Child child = new Child(name, builder.start());
      STARTED.add(child);
      child.reader.start();
      return child;
    } catch (IOException e) {
      throw new UncheckedIOException("can't start " + name, e);
    }
  }

  /**
   * Runs a tool to its end, which is no part of what is tested.
   *
   * @return the process, which has ended with 0
   */
  static Child run(String name, List<String> command) {
    Child tool = start(name, command, Map.of());
    STARTED.remove(tool);
    if (tool.awaitExit() != 0) {
      throw new IllegalStateException(command + " failed:\n" + tool.log());
    }
    return tool;
  }

  /** Those started since the last time this was asked. */
  static List<Child> takeStarted() {
    List<Child> started = List.copyOf(STARTED);
    STARTED.removeAll(started);
    return started;
  }

  static List<Child> started() {
    return List.copyOf(STARTED);
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits for a line that has this in it; an error with the whole log if the process ends first.
   */
  public synchronized Matcher awaitLine(Pattern pattern) {
    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    for (int next = 0; ; next++) {
      while (next == lines.size()) {
        long left = TimeUnit.NANOSECONDS.toMillis(latest - System.nanoTime());
        if (finished || left <= 0) {
          throw new IllegalStateException(name + " never said '" + pattern + "':\n" + log());
        }
        pause(left);
      }
      Matcher matcher = pattern.matcher(lines.get(next));
      if (matcher.find()) {
        return matcher;
      }
    }
  }

  /** Writes a line to it. */
  public void send(String line) {
    try {
      process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " doesn't read:\n" + log(), e);
    }
  }

  private void pause(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Asks it to end (SIGTERM), and doesn't wait. */
  public void terminate() {
    process.toHandle().destroy(); // Process.destroy would stop listening to its last words
  }

  /**
   * Sends it a signal, and returns once that has been sent.
   *
   * @param name such as {@code STOP}
   */
  public void signal(String name) {
    List<String> command = List.of("kill", "-" + name, "" + pid());
    run("kill -" + name, command);
  }

  /** The same, unless it has ended. */
  public void signalIfAlive(String name) {
    if (isAlive()) {
      signal(name);
    }
  }

  /** Ends it without asking (SIGKILL), and waits until it's gone. */
  public void kill() {
    process.toHandle().destroyForcibly();
    awaitExit();
  }

  /** Asks it to end, and ends it if it doesn't. */
  void end() {
    terminate();
    if (!endsWithin(END_SECONDS)) {
      kill();
    }
  }

  /** Waits for its end and for the last it printed; returns its exit code. */
  public int awaitExit() {
    if (!endsWithin(RUN_SECONDS)) {
      throw new IllegalStateException(name + " doesn't end:\n" + log());
    }
    return process.exitValue();
  }

  private boolean endsWithin(long seconds) {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        return false;
      }
      reader.join(TimeUnit.SECONDS.toMillis(seconds));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  public String log() {
    return String.join("\n", lines());
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(its log broke off: " + e.getMessage() + ")");
    }
    finish();
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  private synchronized void finish() {
    finished = true;
    notifyAll();
  }
}
