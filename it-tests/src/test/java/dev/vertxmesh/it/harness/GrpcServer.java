package dev.vertxmesh.it.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real gRPC server, in a process of its own. */
public final class GrpcServer extends Node {

  /** The service of grpc-java's interoperability tests. */
  public static final String TEST_SERVICE = "grpc.testing.TestService";

  /** The service of the sample key-value store. */
  public static final String STORE = "dev.vertxmesh.kvstore.KeyValueService";

  /** The service of the sample Triple provider. */
  public static final String GREETINGS = "dev.vertxmesh.samples.dubbo3.Greetings";

  private static final Pattern READY =
      Pattern.compile("^(Server started on port|ready: (triple|reflecting server|kvstore))\\b");

  private final int port;
  private final List<String> services;
  private final List<String> command;

  private GrpcServer(String name, int port, List<String> services, List<String> command) {
    super(name + " :" + port, READY);
    this.port = port;
    this.services = services;
    this.command = command;
  }

  /** The server that all implementations of gRPC are tested with, as grpc-java has it. */
  public static GrpcServer interop() {
    int port = Ports.free();
    List<String> command =
        interop("TestServiceServer", "--port=" + port, "--use_tls=false", "--address_type=IPV4");
    return new GrpcServer("interop server", port, List.of(TEST_SERVICE), command);
  }

  /**
   * The same service in a server that tells what it looks like.
   *
   * @param reflection the version that it has: v1 or v1alpha
   */
  public static GrpcServer reflecting(String reflection) {
    return reflecting(reflection, new String[0]);
  }

  /** The same over TLS. */
  public static GrpcServer reflecting(Authority.Identity identity) {
    return reflecting("v1", identity.cert() + "", identity.key() + "");
  }

  /**
   * The same, to clients with a certificate alone.
   *
   * @param clients PEM of whoever has signed it
   */
  public static GrpcServer reflecting(Authority.Identity identity, Path clients) {
    return reflecting("v1", identity.cert() + "", identity.key() + "", clients + "");
  }

  /** More flags for its JVM. */
  public GrpcServer jvm(List<String> more) {
    command.addAll(1, more);
    return this;
  }

  private static GrpcServer reflecting(String reflection, String... more) {
    int port = Ports.free();
    List<String> command =
        new ArrayList<>(Jars.java("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", Jars.grpcInterop()));
    command.addAll(List.of("dev.vertxmesh.samples.interop.ReflectingServer", "" + port));
    command.add(reflection);
    command.addAll(List.of(more));
    return new GrpcServer("reflecting server", port, List.of(TEST_SERVICE), command);
  }

  /** The sample key-value store, without its delays. It is asked what it has. */
  public static GrpcServer store() {
    int port = Ports.free();
    List<String> command = Jars.store().command(false, List.of("-Xmx128m", "-XX:+UseSerialGC"));
    command.addAll(List.of("--port", "" + port));
    command.addAll(List.of("--read-delay", "0", "--write-delay", "0"));
    return new GrpcServer("key-value store", port, List.of(), command);
  }

  /**
   * Dubbo 3.3's own protocol over HTTP/2.
   *
   * @param flags more, such as where it registers
   */
  public static GrpcServer triple(String... flags) {
    int port = Ports.free();
    List<String> command =
        Jars.dubbo("3.3.6").command(false, List.of("-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("triple", "--port", "" + port));
    command.addAll(List.of(flags));
    return new GrpcServer("triple provider", port, List.of(GREETINGS + ":1.0@blue"), command);
  }

  /**
   * Runs one of the interoperability tests' cases.
   *
   * @param port where the server is, or what stands for it
   * @return the process, which ends with 0 if it has passed
   */
  public static Child runCase(int port, String testCase) {
    List<String> command =
        interop(
            "TestServiceClient",
            "--server_host=127.0.0.1",
            "--server_port=" + port,
            "--use_tls=false",
            "--test_case=" + testCase);
    return Child.start(testCase, command, Map.of());
  }

  private static List<String> interop(String program, String... flags) {
    List<String> command =
        new ArrayList<>(Jars.java("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", Jars.grpcInterop(), "io.grpc.testing.integration." + program));
    command.addAll(List.of(flags));
    return command;
  }

  public int port() {
    return port;
  }

  List<String> services() {
    return services;
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
