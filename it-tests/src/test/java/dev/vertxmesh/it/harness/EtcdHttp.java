package dev.vertxmesh.it.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;

/** Etcd over plain HTTP, as a person with curl has it: none of the code that's tested. */
final class EtcdHttp {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration PATIENCE = Duration.ofSeconds(100);

  /** Of a question that's asked again: who has been stopped isn't waited for. */
  private static final Duration GLANCE = Duration.ofSeconds(5);

  private EtcdHttp() {}

  /** Empty if it can't be had. */
  static String get(String address, String path) {
    try {
      return send(request(address, path).timeout(GLANCE).build());
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
    String form = "value=" + URLEncoder.encode(value, UTF_8) + ttl;
    send(
        request(address, "/v2/keys" + key)
            .header("content-type", "application/x-www-form-urlencoded")
            .PUT(BodyPublishers.ofString(form))
            .build());
  }

  static void deleteV2(String address, String key) {
    send(request(address, "/v2/keys" + key).DELETE().build());
  }

  /** As this user, who may not be there yet; an error unless etcd agrees. */
  static void put(String address, String path, JsonObject body, String userAndPassword) {
    String basic = Base64.getEncoder().encodeToString(userAndPassword.getBytes(UTF_8));
    HttpRequest request =
        request(address, path)
            .header("authorization", "Basic " + basic)
            .header("content-type", "application/json")
            .PUT(BodyPublishers.ofString(body.encode()))
            .build();
    HttpResponse<String> answer = exchange(request);
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(path + " was refused: " + answer.body());
    }
  }

  private static HttpRequest.Builder request(String address, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(PATIENCE);
  }

  private static String send(HttpRequest request) {
    return exchange(request).body();
  }

  private static HttpResponse<String> exchange(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
