package dev.vertxmesh.it.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real Dubbo provider that registers itself, without any agent. */
public final class RegisteringProvider extends Node {

  private static final Pattern READY = Pattern.compile("^ready: (dubbo|triple)\\b.* on");
  private static final Pattern STARTED = Pattern.compile("Started Application in");
  private static final String[] OPENED = {
    "java.lang", "java.util", "java.math", "java.io", "java.net", "java.time", "java.nio"
  };

  private final List<String> command;
  private final int port;

  private RegisteringProvider(String name, Pattern ready, int port, List<String> command) {
    super(name + " :" + port, ready);
    this.port = port;
    this.command = command;
  }

  /**
   * One of the samples' services.
   *
   * @param release of Dubbo
   * @param group of its services
   * @param nacos the registry's URL, as Dubbo has it
   * @param flags more of them
   */
  public static RegisteringProvider dubbo(
      String release, String group, String nacos, String... flags) {
    int port = Ports.free();
    List<String> command = java(release);
    command.addAll(List.of("--port", "" + port, "--group", group, "--registry", nacos));
    command.addAll(List.of(flags));
    return new RegisteringProvider("dubbo " + release + " in nacos", READY, port, command);
  }

  /**
   * Has it reach its Nacos by a relay, as far as that's gRPC. Before it's begun.
   *
   * @param server without the relay
   */
  public RegisteringProvider through(Relay relay, NacosServer server) {
    int rpc = Integer.parseInt(relay.address().substring(relay.address().lastIndexOf(':') + 1));
    command.add(1, "-Dnacos.server.grpc.port.offset=" + (rpc - server.port()));
    return this;
  }

  /** One that speaks Triple, of 3.3.6. */
  public static RegisteringProvider triple(String nacos) {
    int port = Ports.free();
    List<String> command = java("3.3.6");
    command.addAll(List.of("triple", "--port", "" + port, "--registry", nacos));
    return new RegisteringProvider("triple in nacos", READY, port, command);
  }

  /**
   * A user's application, of Spring Boot 3 with Dubbo's starter.
   *
   * @param nacos the registry's URL, as Dubbo has it
   */
  public static RegisteringProvider springBoot(String nacos) {
    int port = Ports.free();
    List<String> command =
        Jars.java(
            "-Xmx160m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Duser.home=" + System.getProperty("java.io.tmpdir"),
            "-jar",
            Jars.springBoot(),
            "--dubbo.protocol.port=" + port,
            "--dubbo.registry.address=" + nacos);
    return new RegisteringProvider("spring boot in nacos", STARTED, port, command);
  }

  /**
   * Starts a consumer of 3.3.6 that calls a gRPC server, a verticle and a provider which it finds
   * in a registry, at each of Dubbo's levels, and prints what comes back.
   *
   * @param registry its URL, as Dubbo has it
   */
  public static Child consumer(String registry) {
    List<String> command = java("3.3.6");
    command.addAll(List.of("found", registry));
    return Child.start("consumer 3.3.6", command, Map.of());
  }

  /**
   * Starts a consumer of 3.3.6 that makes generic calls as it's told by lines, of a service that it
   * finds in a registry.
   *
   * @param registry its URL, as Dubbo has it
   * @param step which of Dubbo's levels is looked at, such as {@code FORCE_APPLICATION}
   */
  public static GenericCalls calls(String registry, String service, String step) {
    List<String> command = java("3.3.6");
    command.addAll(1, List.of("-Dservice=" + service, "-Dmigration.step=" + step));
    command.addAll(List.of("generic", registry, "raw.return"));
    return new GenericCalls(Child.start("consumer 3.3.6", command, Map.of()));
  }

  private static List<String> java(String release) {
    List<String> command =
        new ArrayList<>(Jars.java("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // where Nacos' client keeps files
    command.add("-Duser.home=" + System.getProperty("java.io.tmpdir"));
    for (String opened : OPENED) {
      command.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
    }
    command.addAll(List.of("-cp", Jars.registeringInNacos(release)));
    command.add(
        "dev.vertxmesh.samples." + (release.startsWith("2.7.") ? "dubbo27" : "dubbo3") + ".Main");
    return command;
  }

  public int port() {
    return port;
  }

  /** Starts it, and doesn't wait. */
  public RegisteringProvider begin() {
    launch();
    return this;
  }

  /** Waits until it's there. */
  public RegisteringProvider begun() {
    awaitReady();
    return this;
  }

  @Override
  List<String> command() {
    return command;
  }

  @Override
  void onReady(Matcher line) {
    // it's where it was told to be
  }
}
