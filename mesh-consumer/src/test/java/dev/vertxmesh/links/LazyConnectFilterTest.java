package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LazyConnectFilterTest {

  private final List<Call> made = new ArrayList<>();
  private Promise<Void> awake = Promise.promise();
  private final Caller caller =
      new LazyConnectFilter(service -> awake == null ? null : awake.future(), "here")
          .over(this::make);

  private Future<Reply> make(Call call) {
    made.add(call);
    call.payload().release();
    return Future.succeededFuture(new Reply(Status.OK, Encoding.TEXT, Unpooled.EMPTY_BUFFER));
  }

  private static Call call() {
    return new Call(
        new Target(ServiceKey.of("com.x.Hello"), "hash", ""),
        Encoding.TEXT,
        Unpooled.buffer(8),
        Map.of(),
        new Deadline(Long.MAX_VALUE));
  }

  private static Status failure(Future<Reply> reply) {
    return ((CallFailure) reply.cause()).status();
  }

  @Test
  void whereNobodySleepsACallIsMadeAtOnce() {
    awake = null;
    assertThat(caller.call(call()).succeeded()).isTrue();
  }

  @Test
  void callsWaitUntilSomebodyIsAwake() {
    Future<Reply> reply = caller.call(call());
    assertThat(made).isEmpty();
    awake.complete();
    assertThat(reply.succeeded()).isTrue();
  }

  @Test
  void aCallThatWasCancelledMeanwhileIsNotMade() {
    Call call = call();
    ByteBuf payload = call.payload();
    Future<Reply> reply = caller.call(call);
    call.cancel();
    awake.complete();
    assertThat(failure(reply)).isEqualTo(Status.CANCELLED);
    assertThat(payload.refCnt()).isZero();
    assertThat(made).isEmpty();
  }

  @Test
  void noMoreThanItsBoundMayWait() {
    for (int i = 0; i < LazyConnectFilter.MOST_WAITING; i++) {
      caller.call(call());
    }
    Call oneTooMany = call();
    assertThat(failure(caller.call(oneTooMany))).isEqualTo(Status.REFUSED);
    assertThat(oneTooMany.payload().refCnt()).isZero();
    awake.complete();
    assertThat(made).hasSize(LazyConnectFilter.MOST_WAITING);
    assertThat(caller.call(call()).succeeded()).isTrue();
  }
}
