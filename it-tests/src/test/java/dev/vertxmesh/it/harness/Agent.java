package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A consumer agent or a provider agent. */
public final class Agent extends Node {

  /** It needn't be ready: a test may start its provider later, or never. */
  private static final Pattern LISTENS =
      Pattern.compile(" listens: port \\d+(?:, dubbo port (\\d+))?.*, admin \\d+");

  private final Program jar;
  private boolean load;
  private boolean compiled;
  private final List<String> flags;
  private List<String> jvmFlags = List.of();
  private final Map<String, String> environment = new HashMap<>();
  private int descriptors;
  private final int port;
  private final int adminPort;
  private int dubboPort;
  private Http admin;

  /**
   * @param name mesh-consumer or mesh-provider
   * @param load whether it's going to have many calls, and Netty can't follow every buffer
   */
  Agent(String name, boolean load, List<String> flags) {
    this(name, Ports.free(), load, flags);
  }

  /** Not on ports that the system chooses: while the agent is away others could be given them. */
  private Agent(String name, int port, boolean load, List<String> flags) {
    super(name + " :" + port, LISTENS);
    this.jar = Jars.agent(name);
    this.port = port;
    this.adminPort = Ports.free();
    this.load = load;
    this.flags = List.copyOf(flags);
  }

  /** An agent on any free port, not started yet. */
  public static Agent of(String name, String... flags) {
    return new Agent(name, false, List.of(flags));
  }

  /**
   * The command that starts an agent's jar as tests do.
   *
   * @param name mesh-consumer or mesh-provider
   */
  public static List<String> command(String name, List<String> flags) {
    return command(Jars.agent(name), false, false, flags);
  }

  private static List<String> command(
      Program jar, boolean load, boolean compiled, List<String> flags) {
    List<String> command =
        jar.command(
            compiled,
            List.of(
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-Dio.netty.leakDetection.level=" + (load ? "simple" : "paranoid"),
                "-XX:MaxJavaStackTraceDepth=" + Integer.getInteger("mesh.test.stack", 16),
                "-Dio.netty.leakDetection.targetRecords="
                    + Integer.getInteger("mesh.test.records", 0)));
    command.addAll(flags);
    return command;
  }

  /** A call that says nothing about it may take long, as the first ones do on a busy machine. */
  public static List<String> patient(List<String> flags) {
    if (flags.contains("--timeout")) {
      return flags;
    }
    List<String> more = new ArrayList<>(flags);
    more.addAll(List.of("--timeout", "120000"));
    return more;
  }

  /** More flags for its JVM. */
  public Agent jvm(List<String> more) {
    jvmFlags = more;
    return this;
  }

  /** Is going to run for so long that the JIT's second compiler pays. */
  Agent compiled(boolean all) {
    compiled = all;
    return this;
  }

  /** Is going to have many calls: Netty follows some of its buffers and not every one. */
  public Agent underLoad() {
    load = true;
    return this;
  }

  /** How many files and sockets it may have open. */
  public Agent descriptors(int most) {
    descriptors = most;
    return this;
  }

  /** A variable of its environment. */
  public Agent environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  @Override
  Map<String, String> environment() {
    return environment;
  }

  @Override
  List<String> command() {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("--port", "" + port, "--admin-port", "" + adminPort));
    List<String> command = command(jar, load, compiled, all);
    command.addAll(1, jvmFlags);
    if (descriptors > 0) {
      String limited = "ulimit -n " + descriptors + " && exec \"$@\"";
      command.addAll(0, List.of("bash", "-c", limited, "agent"));
    }
    return command;
  }

  @Override
  void onReady(Matcher line) {
    dubboPort = line.group(1) == null ? 0 : Integer.parseInt(line.group(1));
    admin = new Http(adminPort);
    // it says so a moment before its admin port does
    await().until(() -> !admin.get("/health/ready").body().contains("\"starting\""));
  }

  public int port() {
    return port;
  }

  /** Callers' port of a consumer agent. */
  public Http http() {
    return new Http(port);
  }

  /** Where it takes Dubbo consumers; 0 if it doesn't. */
  public int dubboPort() {
    return dubboPort;
  }

  public int adminPort() {
    return adminPort;
  }

  /** Calls of its admin port. */
  public Http admin() {
    return admin;
  }

  public Metrics metrics() {
    return Metrics.parse(admin.get("/metrics").body());
  }

  public JsonObject topology() {
    return new JsonObject(admin.get("/topology").body());
  }

  /** Netty tells of a lost buffer once it's collected and the next one is asked for. */
  @Override
  public void close() {
    if (process() != null && process().isAlive() && admin != null) {
      collectGarbage();
      metrics();
    }
    super.close();
  }

  /** Has its garbage collected, so that what is left on its heap is in use. */
  public void collectGarbage() {
    Diagnostics.run(process().pid(), "GC.run");
  }

  /** Has it write a line into this file for each collection, from now on, with the heap in MiB. */
  public void logCollections(Path file) {
    Diagnostics.run(
        process().pid(), "VM.log output=\"%s\" what=gc=info decorators=none".formatted(file));
  }

  /** Its open files and sockets, by Linux's account; 0 elsewhere. */
  public long openFiles() {
    Path folder = Path.of("/proc", "" + process().pid(), "fd");
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it says that it is ready for calls. */
  public boolean isReady() {
    return admin.get("/health/ready").status() == 200;
  }
}
