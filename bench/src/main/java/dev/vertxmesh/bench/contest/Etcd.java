package dev.vertxmesh.bench.contest;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.InstanceJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
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
import java.util.List;

/** A real etcd of one member, written to by the JSON form of its API. */
final class Etcd {

  /** What etcd takes in one transaction is 128. */
  private static final int BATCH = 100;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;

  private Etcd(int port) {
    this.port = port;
  }

  /**
   * Starts one that answers by the time this returns.
   *
   * @param program etcd's own
   */
  static Etcd start(Children children, Path program, Ports ports, Path folder)
      throws IOException, InterruptedException {
    int port = ports.next();
    String clients = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + ports.next();
    Path data = Files.createTempDirectory(folder, "etcd").toAbsolutePath();
    Child etcd =
        children.start(
            "etcd",
            List.of(
                program.toString(),
                "--data-dir",
                data.toString(),
                "--listen-client-urls",
                clients,
                "--advertise-client-urls",
                clients,
                "--listen-peer-urls",
                peers,
                "--initial-advertise-peer-urls",
                peers,
                "--initial-cluster",
                "default=" + peers));
    URI health = URI.create(clients + "/health");
    etcd.await(() -> Http.answers200(health), "answers at " + health, Commands.START_PATIENCE);
    return new Etcd(port);
  }

  /** As agents are told of it. */
  String registry(String prefix) {
    return "etcd://127.0.0.1:" + port + prefix + "?cache=none";
  }

  /** Puts the instances below the prefix, without a lease. */
  void put(String prefix, List<Instance> instances) throws IOException, InterruptedException {
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

  private void send(String path, JsonObject body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .POST(BodyPublishers.ofString(body.encode()))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new ContestException("etcd answered " + response.statusCode() + " " + response.body());
    }
  }
}
