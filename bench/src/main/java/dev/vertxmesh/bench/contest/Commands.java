package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How the processes of a run are started; paths are from the project's root. */
public final class Commands {
  /** How long a JVM may take until it serves, on a busy machine. */
  public static final Duration START_PATIENCE = Duration.ofSeconds(60);

  private static final Duration ARCHIVE_PATIENCE = Duration.ofMinutes(3);

  public static final String CONSUMER_JAR = "mesh-consumer/target/mesh-consumer.jar";
  public static final String PROVIDER_JAR = "mesh-provider/target/mesh-provider.jar";

  /** What the contest's providers serve. */
  public static final String HELLO = "com.alibaba.dubbo.performance.demo.provider.IHelloService";

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private static final String POOL_LOGGER =
      "com.alibaba.dubbo.common.threadpool.support.AbortPolicyWithReport";

  /** What that logger says of each call. */
  static final String POOL_REFUSED = "Thread pool is EXHAUSTED!";

  private Commands() {}

  /** An agent's command without its own flags; to be added to. */
  public static List<String> agent(String javaOpts, String jar) {
    List<String> command = new ArrayList<>();
    command.add(JAVA);
    if (!javaOpts.isBlank()) {
      command.addAll(List.of(javaOpts.trim().split("\\s+")));
    }
    command.addAll(List.of("-jar", jar));
    return command;
  }

  /**
   * The same of an agent that is started as a user of the distribution does, by its {@code bin/}.
   *
   * @param program such as {@code mesh-consumer}
   */
  public static List<String> shipped(Path distribution, String javaOpts, String program) {
    return new ArrayList<>(
        List.of(
            "env",
            "JAVA_HOME=" + System.getProperty("java.home"),
            "JAVA_OPTS=" + javaOpts,
            "VERTX_MESH_CACHE=" + distribution.resolve("cache").toAbsolutePath(),
            distribution.resolve("bin").resolve(program).toString()));
  }

  /**
   * Makes the archives of classes by which what a distribution starts is faster; a user has them
   * from the second start on.
   */
  public static void archive(Children children, Path distribution)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(distribution.resolve("bin/mesh"))) {
      throw new ContestException("there is no bin/mesh in " + distribution);
    }
    List<String> command = shipped(distribution, "", "mesh");
    command.add("archive");
    children.start("archive", command).awaitSuccess(ARCHIVE_PATIENCE);
  }

  /**
   * Starts an agent that says that it's ready by the time this returns.
   *
   * @param command without its admin port and its registry
   */
  public static Child startAgent(
      Children children, String name, List<String> command, int adminPort, String registry)
      throws IOException, InterruptedException {
    command.addAll(List.of("--admin-port", "" + adminPort, "--registry", registry));
    Child agent = children.start(name, command);
    agent.awaitAnswer(URI.create("http://127.0.0.1:" + adminPort + "/health/ready"));
    return agent;
  }

  /** A registry of this run's own below a folder. */
  public static String registry(Path folder) throws IOException {
    return "file:" + Files.createTempDirectory(folder, "registry").toAbsolutePath();
  }

  /** A JVM of this one's release; to be added to. */
  public static List<String> java() {
    return new ArrayList<>(List.of(JAVA));
  }

  /** The JDK's own command to a running JVM. */
  public static List<String> jcmd(long pid, String what) {
    return List.of(Path.of(JAVA).resolveSibling("jcmd").toString(), "" + pid, what);
  }

  /** A real Dubbo provider that serves by the time this returns. */
  static Child provider(
      Children children, ContestOptions options, String name, int port, int threads)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-jar", options.dubbo.jar()));
    command.addAll(List.of("--host", "127.0.0.1", "--port", "" + port));
    command.addAll(List.of("--delay", "" + options.delayMillis, "--threads", "" + threads));
    Child provider = children.start(name, command);
    provider.awaitLine("ready: ", START_PATIENCE);
    return provider;
  }

  /** One of Dubbo 2.6.12 that takes orders, and logs each call that its pool refuses. */
  static Child orderedProvider(
      Children children, String name, int port, int threads, int delayMillis)
      throws IOException, InterruptedException {
    String log = "-Dorg.slf4j.simpleLogger.log." + POOL_LOGGER + "=warn";
    List<String> command = new ArrayList<>(List.of(JAVA, log, "-jar", DubboRelease.V2.jar()));
    command.addAll(List.of("ordered", "--host", "127.0.0.1", "--port", "" + port));
    command.addAll(List.of("--delay", "" + delayMillis, "--threads", "" + threads));
    Child provider = children.start(name, command);
    provider.awaitLine("ready: ", START_PATIENCE);
    return provider;
  }

  /** The native client against the provider on this port. */
  static List<String> nativeClient(ContestOptions options, int port, int inFlight) {
    List<String> command = new ArrayList<>(List.of(JAVA, "-jar", DubboRelease.V2.jar()));
    command.addAll(List.of("native-client", "--url", "dubbo://127.0.0.1:" + port));
    command.addAll(List.of("--in-flight", "" + inFlight, "--warmup", "" + options.warmupSeconds));
    command.addAll(List.of("--seconds", "" + options.seconds));
    return command;
  }

  /** wrk with the contest's script. */
  static List<String> wrk(
      ContestOptions options,
      Path script,
      int connections,
      int seconds,
      String url,
      String... headers) {
    List<String> command = new ArrayList<>(List.of("wrk", "-t" + options.wrkThreads));
    command.addAll(List.of("-c" + connections, "-d" + seconds + "s", "--timeout", "5s"));
    for (String header : headers) {
      command.addAll(List.of("-H", header));
    }
    command.addAll(List.of("-s", script.toString(), url, "--", "" + options.seed));
    return command;
  }
}
