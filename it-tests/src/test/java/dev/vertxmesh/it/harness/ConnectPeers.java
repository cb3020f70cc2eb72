package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What speaks Connect and isn't ours, found where {@code scripts/connect.sh} puts it: the
 * protocol's conformance suite, with the server that it tests others by, and connect-es.
 *
 * <p>Where one is missing, tests of it are skipped and say so; with {@code
 * -Dmesh.connect.required=true} they fail.
 */
public final class ConnectPeers implements AutoCloseable {

  /** The suite's service. */
  public static final String SERVICE = "connectrpc.conformance.v1.ConformanceService";

  /** Bytes of a message that the suite has its servers refuse beyond. */
  public static final int MOST = 200 << 10;

  private static final Path FILES = Path.of("src/test/connect").toAbsolutePath();
  private static final Pattern READY = Pattern.compile("\"port\"");

  private final Path suite;
  private final Path folder;
  private final int port = Ports.free();
  private Child server;

  /**
   * Ends the test, one way or the other, if the suite is missing.
   *
   * @param folder for what is written
   */
  public ConnectPeers(Path folder) {
    this.folder = folder;
    Path runner = found(Cache.newest("conformance-", "connectconformance"), "the suite");
    this.suite = runner.getParent();
  }

  private static Path found(Optional<Path> program, String what) {
    if (program.isEmpty()) {
      String line = "of Connect, " + what + " is missing: ./mesh-test ConnectIT gets it";
      if (Boolean.getBoolean("mesh.connect.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    return program.get();
  }

  /**
   * Starts the suite's own server, which speaks gRPC.
   *
   * @param most bytes of a message that it takes
   */
  public ConnectPeers start(int most) {
    String asked =
        """
        {"protocol":"PROTOCOL_GRPC","httpVersion":"HTTP_VERSION_2","messageReceiveLimit":%d}
        """;
    Path request = write("request.json", asked.formatted(most).getBytes());
    String command = "exec '%s' --json --port %d <'%s'";
    String program = command.formatted(suite.resolve("referenceserver"), port, request);
    server = Child.start("reference server", List.of("sh", "-c", program), Map.of());
    server.awaitLine(READY);
    return this;
  }

  /** What makes a provider agent bridge to the server. */
  public List<String> bridge() {
    List<String> bridge = new ArrayList<>(GrpcMesh.bridge(port, List.of(SERVICE)));
    bridge.addAll(List.of("--descriptor-set", descriptors().toString()));
    return bridge;
  }

  private Path descriptors() {
    return suite.resolve("conformance.protoset");
  }

  /**
   * Runs the suite against a port of this machine, as if it had just started a server there.
   *
   * @return its process, which ends with 0 if no case failed
   */
  public Child conformance(int agentPort) {
    byte[] host = "127.0.0.1".getBytes();
    byte[] response = new byte[4 + 2 + host.length + 4]; // a length, and a ServerCompatResponse
    response[3] = (byte) (response.length - 4);
    response[4] = 0x0a; // host = 1
    response[5] = (byte) host.length;
    System.arraycopy(host, 0, response, 6, host.length);
    int at = 6 + host.length;
    response[at] = 0x10; // port = 2, as three groups of seven bits
    response[at + 1] = (byte) (agentPort & 0x7f | 0x80);
    response[at + 2] = (byte) (agentPort >> 7 & 0x7f | 0x80);
    response[at + 3] = (byte) (agentPort >> 14);
    String started = "cat '%s'; exec sleep 1000".formatted(write("response", response));
    List<String> command = new ArrayList<>(List.of("" + suite.resolve("connectconformance")));
    command.addAll(List.of("--mode", "server", "--max-servers", "1", "--parallel", "4"));
    command.addAll(List.of("--conf", "" + FILES.resolve("config.yaml")));
    command.addAll(List.of("--", "sh", "-c", started));
    return Child.start("connectconformance", command, Map.of());
  }

  /** Runs connect-es against a port of this machine: a line for each of its calls. */
  public Child connectEs(int agentPort) {
    Path modules = found(Cache.newest("connect-es-", "node_modules"), "connect-es");
    try {
      Files.createSymbolicLink(folder.resolve("node_modules"), modules);
      Files.copy(FILES.resolve("client.mjs"), folder.resolve("client.mjs"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    String client = folder.resolve("client.mjs").toString();
    String url = "http://127.0.0.1:" + agentPort;
    return Child.start(
        "connect-es", List.of("node", client, url, descriptors().toString()), Map.of());
  }

  private Path write(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(folder.resolve("node_modules")); // the link, and not what's behind it
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    if (server != null) {
      server.end();
    }
  }
}
