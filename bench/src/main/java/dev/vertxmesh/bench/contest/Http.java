package dev.vertxmesh.bench.contest;

import java.io.IOException;
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

/** The contest's form and the agents' health over the JDK's client. */
public final class Http {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String FORM =
      "interface=com.alibaba.dubbo.performance.demo.provider.IHelloService&method=hash"
          + "&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  private Http() {}

  /** Whether a GET is answered with 200, and at all. */
  public static boolean answers200(URI uri) {
    try {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
      return CLIENT.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What a call of some method of the service is answered with. */
  public static int status(URI consumer, String service) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(consumer.resolve("/" + service + "/any"))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("[]"))
            .build();
    return CLIENT.send(request, BodyHandlers.discarding()).statusCode();
  }

  /** One call of {@code hash}. */
  static CompletableFuture<HttpResponse<String>> hash(URI uri, String string) {
    String form = FORM + URLEncoder.encode(string, StandardCharsets.UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    return CLIENT.sendAsync(request, BodyHandlers.ofString());
  }
}
