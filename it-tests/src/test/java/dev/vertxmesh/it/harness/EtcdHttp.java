package dev.vertxmesh.it.harness;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Etcd over plain HTTP, as a person with curl has it: none of the code that's tested. */
final class EtcdHttp {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private EtcdHttp() {}

  /** Empty if it can't be had. */
  static String get(String address, String path) {
    try {
      return send(request(address, path).timeout(Duration.ofSeconds(1)).build());
    } catch (UncheckedIOException e) {
      return "";
    }
  }

  static JsonObject post(String address, String path, JsonObject body) {
    return new JsonObject(
        send(request(address, path).POST(BodyPublishers.ofString(body.encode())).build()));
  }

  static void putV2(String address, String key, String value, int ttlSeconds) {
    String ttl = ttlSeconds == 0 ? "" : "&ttl=" + ttlSeconds;
    String form = "value=" + URLEncoder.encode(value, StandardCharsets.UTF_8) + ttl;
    send(
        request(address, "/v2/keys" + key)
            .header("content-type", "application/x-www-form-urlencoded")
            .PUT(BodyPublishers.ofString(form))
            .build());
  }

  static void deleteV2(String address, String key) {
    send(request(address, "/v2/keys" + key).DELETE().build());
  }

  private static HttpRequest.Builder request(String address, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(PATIENCE);
  }

  private static String send(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
