package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.http2.WindowLimits;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call on a stream whose HTTP client throws, which it does where nobody foresees it. */
class BridgedCallTest {

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final Promise<HttpClientResponse> response = Promise.promise();
  private final FilledStream messages = new FilledStream(() -> {});
  private final Call call =
      new Call(
          new Target(new ServiceKey("com.x.Greeter", "", ""), "Hello", ""),
          Encoding.GRPC,
          Unpooled.EMPTY_BUFFER,
          Map.of(),
          Deadline.none(0));

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(100, TimeUnit.SECONDS).join();
  }

  /**
   * @param throwing the methods that don't work
   */
  private HttpClientRequest stream(String throwing) {
    return (HttpClientRequest)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HttpClientRequest.class},
            (proxy, method, arguments) -> {
              if (List.of(throwing.split(" ")).contains(method.getName())) {
                throw new IllegalStateException("thrown by " + method.getName());
              }
              return switch (method.getName()) {
                case "headers" -> HttpHeaders.headers();
                case "response" -> response.future();
                case "writeQueueFull" -> false;
                case "write", "end", "sendHead" -> Future.succeededFuture();
                case "reset" -> Future.succeededFuture();
                default -> proxy;
              };
            });
  }

  private Future<Reply> begin(String throwing) {
    return begin(throwing, () -> {});
  }

  /**
   * @param then what comes in the turn in which it begins
   */
  private Future<Reply> begin(String throwing, Runnable then) {
    call.exchange(new Exchange(messages, (metadata, stream) -> {}));
    Promise<Reply> ended = Promise.promise();
    context.runOnContext(
        turn -> {
          new BridgedCall(
                  context,
                  call,
                  new SentRequest(),
                  null,
                  GrpcOptions.of("127.0.0.1", 1, null, 1024, WindowLimits.DEFAULT_MOST),
                  new StreamErrors("grpc 127.0.0.1:1"),
                  new BackendObserver() {},
                  () -> false)
              .begin(stream(throwing), 0)
              .onComplete(ended);
          then.run();
        });
    return ended.future();
  }

  private static CallFailure failure(Future<Reply> reply) {
    return (CallFailure)
        reply
            .toCompletionStage()
            .handle((got, error) -> error)
            .toCompletableFuture()
            .orTimeout(100, TimeUnit.SECONDS)
            .join();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"headers", "setChunked", "sendHead", "sendHead reset", "exceptionHandler reset"})
  void itEndsWhereItCannotBegin(String throwing) {
    CallFailure failure = failure(begin(throwing));
    assertThat(failure.status()).isEqualTo(Status.INTERNAL);
    assertThat(failure).hasMessageContaining("thrown by " + throwing.split(" ")[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "write reset", "end", "end sendHead reset", "writeQueueFull"})
  void itEndsWhereItCannotGoOn(String throwing) {
    Future<Reply> reply =
        begin(
            throwing,
            () -> {
              messages.add(Buffer.buffer("x"));
              messages.end();
            });
    assertThat(failure(reply)).hasMessageContaining("thrown by " + throwing.split(" ")[0]);
  }

  @Test
  void itEndsAsItsCauseSaysThoughTheStreamCannotBeReset() {
    Future<Reply> reply = begin("reset");
    context.runOnContext(turn -> call.cancel());
    assertThat(failure(reply).status()).isEqualTo(Status.CANCELLED);
  }
}
