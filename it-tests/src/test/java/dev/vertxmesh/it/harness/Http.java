package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A caller of one port over HTTP: HTTP/1.1 on connections that are kept. */
public final class Http {

  private static final Duration PATIENCE = Duration.ofSeconds(200);

  private final URI root;
  private final HttpClient client;

  public Http(int port) {
    this(port, HttpClient.Version.HTTP_1_1);
  }

  private Http(int port, HttpClient.Version version) {
    root = URI.create("http://127.0.0.1:" + port + "/");
    client = HttpClient.newBuilder().version(version).connectTimeout(PATIENCE).build();
  }

  /** A port of this machine. */
  public static Http on(int port) {
    return new Http(port);
  }

  /**
   * The same port by HTTP/2, in clear text: begun by a request without a body, as those that have
   * one are no upgrade.
   */
  public static Http http2(int port) {
    Http http = new Http(port, HttpClient.Version.HTTP_2);
    http.get("");
    return http;
  }

  public Answer get(String path) {
    return send(to(path).GET());
  }

  public Answer put(String path, String json) {
    return send(
        to(path).header("content-type", "application/json").PUT(BodyPublishers.ofString(json)));
  }

  /** The contest's form. */
  public Answer form(
      String interfaceName, String method, String types, String parameter, String... headers) {
    return send(formRequest(interfaceName, method, types, parameter, headers));
  }

  public CompletableFuture<Answer> formAsync(
      String interfaceName, String method, String types, String parameter) {
    return sendAsync(formRequest(interfaceName, method, types, parameter));
  }

  /** The contest's call: {@code hash} of a string. */
  public Answer hash(String text, String... headers) {
    return form(Samples.HELLO, "hash", Samples.STRING, text, headers);
  }

  /**
   * A call with JSON.
   *
   * @param headers names and values in turn
   */
  public Answer json(String interfaceName, String method, String body, String... headers) {
    return send(jsonRequest(interfaceName, method, body, headers));
  }

  public CompletableFuture<Answer> jsonAsync(
      String interfaceName, String method, String body, String... headers) {
    return sendAsync(jsonRequest(interfaceName, method, body, headers));
  }

  /** A form's body from names and values in turn. */
  public static String encode(String... fields) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      body.append(i == 0 ? "" : "&").append(fields[i]).append('=');
      body.append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    return body.toString();
  }

  private HttpRequest.Builder formRequest(
      String interfaceName, String method, String types, String parameter, String... headers) {
    String body =
        encode(
            "interface",
            interfaceName,
            "method",
            method,
            "parameterTypesString",
            types,
            "parameter",
            parameter);
    return post("", "application/x-www-form-urlencoded", body, headers);
  }

  private HttpRequest.Builder jsonRequest(
      String interfaceName, String method, String body, String... headers) {
    return post(interfaceName + "/" + method, "application/json", body, headers);
  }

  public HttpRequest.Builder post(String path, String type, String body, String... headers) {
    HttpRequest.Builder request =
        to(path).header("content-type", type).POST(BodyPublishers.ofString(body));
    return headers.length == 0 ? request : request.headers(headers);
  }

  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(root.resolve(path)).timeout(PATIENCE);
  }

  public Answer send(HttpRequest.Builder request) {
    try {
      return answer(client.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  public CompletableFuture<Answer> sendAsync(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Http::answer);
  }

  private static Answer answer(HttpResponse<String> response) {
    return new Answer(response.statusCode(), response.headers()::firstValue, response.body());
  }
}
