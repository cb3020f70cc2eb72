package dev.vertxmesh.it.harness;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A consumer agent or a provider agent. */
public final class Agent extends Node {

  private static final Pattern READY =
      Pattern.compile(" ready: port (\\d+)(?:, dubbo port (\\d+))?.*, admin (\\d+)");

  private final String jar;
  private final String leakDetection;
  private final List<String> flags;
  private List<String> jvmFlags = List.of();
  private int port;
  private int dubboPort;
  private int adminPort;
  private Http admin;

  /**
   * @param name mesh-consumer or mesh-provider
   * @param port where it takes calls or links; 0 for any that is free, which it then keeps
   * @param leakDetection Netty's level
   */
  Agent(String name, int port, String leakDetection, List<String> flags) {
    super(port == 0 ? name : name + " :" + port, READY);
    this.jar = Jars.agent(name);
    this.port = port;
    this.leakDetection = leakDetection;
    this.flags = List.copyOf(flags);
  }

  /** An agent on any free port, not started yet. */
  public static Agent of(String name, String... flags) {
    return new Agent(name, 0, "paranoid", List.of(flags));
  }

  /**
   * The command that starts an agent's jar as tests do.
   *
   * @param name mesh-consumer or mesh-provider
   */
  public static List<String> command(String name, List<String> flags) {
    return command(Jars.agent(name), "paranoid", flags);
  }

  private static List<String> command(String jar, String leakDetection, List<String> flags) {
    List<String> command =
        new ArrayList<>(
            Jars.java(
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-Dio.netty.leakDetection.level=" + leakDetection,
                "-Dio.netty.leakDetection.targetRecords=20",
                "-jar",
                jar));
    command.addAll(flags);
    return command;
  }

  /** More flags for its JVM. */
  Agent jvm(List<String> more) {
    jvmFlags = more;
    return this;
  }

  @Override
  List<String> command() {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("--port", "" + port, "--admin-port", "" + adminPort));
    List<String> command = command(jar, leakDetection, all);
    command.addAll(1, jvmFlags);
    return command;
  }

  @Override
  void onReady(Matcher line) {
    port = Integer.parseInt(line.group(1));
    dubboPort = line.group(2) == null ? 0 : Integer.parseInt(line.group(2));
    adminPort = Integer.parseInt(line.group(3));
    admin = new Http(adminPort);
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

  /** Its admin port. */
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
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    List<String> command = List.of(jcmd, "" + process().pid(), "GC.run");
    Child.start("jcmd", command, Map.of()).awaitExit();
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
