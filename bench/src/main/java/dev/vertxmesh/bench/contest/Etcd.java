package dev.vertxmesh.bench.contest;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A real etcd of one member, written to by the JSON form of its API. */
public final class Etcd {

  private static final Path OF_THE_MACHINE = Path.of("/usr/bin/etcd");

  /** What etcd takes in one transaction is 128. */
  private static final int BATCH = 100;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final Child process;

  /** The newest of those that {@code ./mesh-test} keeps, or else the machine's own. */
  public static Path newest() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path folder =
        cache == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    try (Stream<Path> found = Files.list(folder.resolve("vertx-mesh"))) {
      return found
          .filter(each -> each.getFileName().toString().matches("etcd-\\d+\\.\\d+\\.\\d+"))
          .max(Comparator.comparing(Etcd::version))
          .map(each -> each.resolve("etcd"))
          .filter(Files::isExecutable)
          .orElse(OF_THE_MACHINE);
    } catch (IOException e) {
      return OF_THE_MACHINE;
    }
  }

  private static Version version(Path folder) {
    return Version.parse(folder.getFileName().toString().substring("etcd-".length()));
  }

  /** One that listens for clients on this port of the loopback interface. */
  public Etcd(int port) {
    this(port, null);
  }

  private Etcd(int port, Child process) {
    this.port = port;
    this.process = process;
  }

  /** The one that was started here. */
  public Child process() {
    return process;
  }

  /**
   * Starts one that answers by the time this returns.
   *
   * @param program etcd's own
   */
  public static Etcd start(Children children, Path program, Ports ports, Path folder)
      throws IOException, InterruptedException {
    int port = ports.next();
    Path data = Files.createTempDirectory(folder, "etcd");
    Child process = children.start("etcd", command(program, data, port, ports.next()));
    Etcd etcd = new Etcd(port, process);
    process.awaitAnswer(etcd.health());
    return etcd;
  }

  /**
   * How one is started.
   *
   * @param data its folder, with what it has from a run before
   * @throws ContestException if there's no such program
   */
  public static List<String> command(Path program, Path data, int port, int peerPort) {
    if (!Files.isExecutable(program)) {
      throw new ContestException("there is no etcd at " + program + "; say where by --etcd");
    }
    String clients = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + peerPort;
    return List.of(
        program.toString(),
        "--data-dir",
        data.toAbsolutePath().toString(),
        "--listen-client-urls",
        clients,
        "--advertise-client-urls",
        clients,
        "--listen-peer-urls",
        peers,
        "--initial-advertise-peer-urls",
        peers,
        "--initial-cluster",
        "default=" + peers);
  }

  /** Answered with 200 once it serves. */
  public URI health() {
    return URI.create("http://127.0.0.1:" + port + "/health");
  }

  /** As agents are told of it. */
  public String registry(String prefix) {
    return "etcd://127.0.0.1:" + port + prefix + "?cache=none";
  }

  /** Puts the instances below the prefix, without a lease. */
  public void put(String prefix, List<Instance> instances)
      throws IOException, InterruptedException {
    for (int from = 0; from < instances.size(); from += BATCH) {
      JsonArray puts = new JsonArray();
      instances.subList(from, Math.min(instances.size(), from + BATCH)).stream()
          .map(instance -> new JsonObject().put("requestPut", put(prefix, instance)))
          .forEach(puts::add);
      send("/v3/kv/txn", new JsonObject().put("success", puts));
    }
  }

  private static JsonObject put(String prefix, Instance instance) {
    return new JsonObject()
        .put("key", base64(prefix + "/instances/" + instance.id()))
        .put("value", base64(InstanceJson.write(instance).encode()));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Forgets all instances below the prefix whose ids begin so. */
  public void delete(String prefix, String idsBegin) throws IOException, InterruptedException {
    String first = prefix + "/instances/" + idsBegin;
    String past =
        first.substring(0, first.length() - 1) + (char) (first.charAt(first.length() - 1) + 1);
    JsonObject range = new JsonObject().put("key", base64(first)).put("range_end", base64(past));
    send("/v3/kv/deleterange", range);
  }

  /** Drops all revisions but the last, so that who watches from an older one has to begin anew. */
  public void compact() throws IOException, InterruptedException {
    JsonObject told = send("/v3/kv/range", new JsonObject().put("key", base64("/")));
    String revision = told.getJsonObject("header").getString("revision");
    send("/v3/kv/compaction", new JsonObject().put("revision", revision).put("physical", true));
    send("/v3/maintenance/defragment", new JsonObject());
  }

  private JsonObject send(String path, JsonObject body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .POST(BodyPublishers.ofString(body.encode()))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new ContestException("etcd answered " + response.statusCode() + " " + response.body());
    }
    return new JsonObject(response.body());
  }
}
