package dev.vertxmesh.ingress.grpc;

import static dev.vertxmesh.ingress.grpc.ConnectSite.PLACE;
import static dev.vertxmesh.ingress.grpc.ConnectSite.PROTO;
import static dev.vertxmesh.ingress.grpc.ConnectSite.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.ingress.grpc.ConnectSite.Answer;
import dev.vertxmesh.memory.MemoryBudget;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies of no said length whose calls wait, for a link or for a window, and are never read. */
class UnaryRequestTest {

  private final ConnectSite site = new ConnectSite();
  private final Promise<Reply> end = Promise.promise();
  private final long before = MemoryBudget.ofHeap().taken();
  private volatile Context loop;

  @BeforeEach
  void listen() throws Exception {
    site.provider = this::leaveUnread;
    site.listen();
  }

  @AfterEach
  void close() throws Exception {
    site.close();
  }

  private Future<Reply> leaveUnread(Call call) {
    loop = Vertx.currentContext();
    call.onCancel(() -> end.tryFail(new CallFailure(Status.CANCELLED, "test", "cancelled")));
    return end.future();
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void oneThatIsWholeIsLetGoWhenItsClientLeaves(HttpVersion version) throws Exception {
    HttpClientRequest request = sent(version);
    request.reset();
    await().until(end.future()::isComplete);
    assertNothingIsHeld();
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void oneThatIsWholeIsLetGoWhenItsTimeIsOver(HttpVersion version) throws Exception {
    HttpClientRequest request = sent(version);
    Future<Answer> answer = request.response().compose(ConnectSite::answer);
    loop.runOnContext(late -> end.fail(new CallFailure(Status.TIMEOUT, "test", "too late")));
    assertThat(get(answer).body()).contains("deadline_exceeded");
    assertNothingIsHeld();
  }

  /** A request whose body is whole, held and charged. */
  private HttpClientRequest sent(HttpVersion version) throws Exception {
    HttpClientRequest request = site.request(version, HttpMethod.POST, PLACE);
    request.putHeader("content-type", PROTO).setChunked(true);
    get(request.write("hel"));
    get(request.end("lo"));
    await().until(() -> !site.requests.isEmpty() && site.requests.get(0).isEnded());
    assertThat(MemoryBudget.ofHeap().taken()).isGreaterThan(before);
    return request;
  }

  /** Less than before, if a test before this one had an answer still on its way. */
  private void assertNothingIsHeld() {
    await()
        .untilAsserted(() -> assertThat(MemoryBudget.ofHeap().taken()).isLessThanOrEqualTo(before));
  }
}
