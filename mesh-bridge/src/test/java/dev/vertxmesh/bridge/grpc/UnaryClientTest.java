package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.UnaryAnswer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnaryClientTest {

  private final Vertx vertx = Vertx.vertx();
  private final CompletableFuture<Call> cancelled = new CompletableFuture<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private Future<Reply> neverAnswer(Call call) {
    call.onCancel(() -> cancelled.complete(call));
    return Promise.<Reply>promise().future();
  }

  @Test
  void whoIsNotAnsweredIsToldThatTheServerIsSilentAndNotThatSomebodyWentAway() {
    UnaryClient question =
        new UnaryClient(vertx, this::neverAnswer, System::nanoTime, "grpc a:1", 1);
    CompletableFuture<UnaryAnswer> answer = new CompletableFuture<>();
    vertx.runOnContext( // a call is one loop's, and its time may be over at once
        loop ->
            question
                .ask("grpc.health.v1.Health", "Check", new byte[0])
                .onSuccess(answer::complete)
                .onFailure(answer::completeExceptionally));
    Throwable said =
        answer.handle((value, e) -> e instanceof CompletionException ? e.getCause() : e).join();
    assertThat(said).isInstanceOf(CallFailure.class);
    assertThat(((CallFailure) said).status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(said).hasMessageContaining("hasn't answered grpc.health.v1.Health within 1 ms");
    assertThat(cancelled.join().isCancelled()).isTrue();
  }
}
