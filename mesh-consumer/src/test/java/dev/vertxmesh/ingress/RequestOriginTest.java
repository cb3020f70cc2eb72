package dev.vertxmesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.WireProtocol;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What requests of either version say of where they come from. */
class RequestOriginTest {

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void aHeaderThatIsThereTwiceIsToldFromOneThatIsThereOnce(HttpVersion version) throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  RequestOrigin origin = new RequestOrigin(WireProtocol.HTTP, request);
                  request
                      .response()
                      .putHeader("twice", "" + origin.repeats("x-api-key"))
                      .putHeader("once", "" + origin.repeats("x-other"))
                      .putHeader("none", "" + origin.repeats("authorization"))
                      .end();
                });
    get(server.listen(0, "127.0.0.1"));
    Iterable<String> two = List.of("a", "b");
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
    List<String> said =
        get(
            client
                .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
                .compose(
                    request -> request.putHeader("X-Api-Key", two).putHeader("x-other", "a").send())
                .map(
                    response ->
                        List.of(
                            response.getHeader("twice"),
                            response.getHeader("once"),
                            response.getHeader("none"))));
    assertThat(said).containsExactly("true", "false", "false");
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
