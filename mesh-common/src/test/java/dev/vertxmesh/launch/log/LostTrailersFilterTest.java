package dev.vertxmesh.launch.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LostTrailersFilterTest {

  private final LostTrailersFilter filter = new LostTrailersFilter();

  private static final StackTraceElement CANCEL =
      at("io.vertx.core.http.impl.VertxHttp2Stream$3", "cancel");

  private boolean isTold(Throwable thrown, StackTraceElement... stack) {
    return isTold("Caught Throwable from listener onStreamClosed.", thrown, stack);
  }

  private boolean isTold(String message, Throwable thrown, StackTraceElement... stack) {
    LogRecord record = new LogRecord(Level.SEVERE, message);
    thrown.setStackTrace(stack);
    record.setThrown(thrown);
    return filter.isLoggable(record);
  }

  private static StackTraceElement at(String type, String method) {
    return new StackTraceElement(type, method, "File.java", 1);
  }

  /** More than a stream's window, so that trailers wait for it. */
  private static void answer(HttpServerRequest request) {
    request.response().setChunked(true).putTrailer("x-last", "1");
    request.response().write(Buffer.buffer(new byte[1 << 20]));
    request.response().end();
  }

  /** What Netty says when a client that reads nothing resets a stream. */
  private static LogRecord saidOfAReset() throws Exception {
    Logger streams = Logger.getLogger("io.netty.handler.codec.http2.DefaultHttp2Connection");
    CompletableFuture<LogRecord> said = new CompletableFuture<>();
    streams.setFilter(record -> !said.complete(record));
    Vertx vertx = Vertx.vertx();
    try {
      HttpClientAgent client =
          vertx.createHttpClient(
              new HttpClientOptions()
                  .setProtocolVersion(HttpVersion.HTTP_2)
                  .setHttp2ClearTextUpgrade(false));
      vertx
          .createHttpServer()
          .requestHandler(LostTrailersFilterTest::answer)
          .listen(0, "127.0.0.1")
          .map(server -> new RequestOptions().setHost("127.0.0.1").setPort(server.actualPort()))
          .compose(client::request)
          .compose(request -> request.send().onSuccess(response -> request.reset()))
          .onFailure(said::completeExceptionally);
      return said.get(100, TimeUnit.SECONDS);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
      streams.setFilter(null);
    }
  }

  @Test
  void whatIsKeptBackIsWhatVertxAndNettySay() throws Exception {
    LogRecord said = saidOfAReset();
    assertThat(filter.isLoggable(said)).isFalse();
    assertThat(isTold(said.getMessage(), new NullPointerException())).isFalse();
  }

  @Test
  void trailersThatNobodyWaitsForAreNotTold() {
    assertThat(isTold(new NullPointerException(), CANCEL)).isFalse();
  }

  /** As the JVM's second compiler has it, in an agent that has run for half an hour. */
  @Test
  void norAreThoseWhoseStackTheJvmLeavesOutLater() {
    isTold(new NullPointerException(), CANCEL);
    assertThat(isTold(new NullPointerException())).isFalse();
  }

  @Test
  void withoutAStackAllElseIs() {
    isTold(new NullPointerException(), CANCEL);
    assertThat(isTold(new IllegalStateException())).isTrue();
    assertThat(isTold("Caught Throwable from listener onGoAwaySent.", new NullPointerException()))
        .isTrue();
  }

  @Test
  void allElseIs() {
    assertThat(isTold(new IllegalStateException(), CANCEL)).isTrue();
    assertThat(isTold(new NullPointerException(), at("dev.vertxmesh.Any", "cancel"))).isTrue();
    assertThat(isTold(new NullPointerException())).isTrue();
    assertThat(filter.isLoggable(new LogRecord(Level.SEVERE, "x"))).isTrue();
  }
}
