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

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");

  private final List<Call> made = new ArrayList<>();
  private final List<ServiceKey> begun = new ArrayList<>();
  private Promise<Void> awake = Promise.promise();
  private final Caller caller = new LazyConnectFilter(new Awakening(), "here").over(this::make);

  private final class Awakening implements LazyConnectFilter.Waking {

    @Override
    public boolean mustWait(ServiceKey service) {
      return awake != null;
    }

    @Override
    public boolean isKnown(ServiceKey service) {
      return service.equals(HELLO);
    }

    @Override
    public Future<Void> begin(ServiceKey service) {
      begun.add(service);
      return awake.future();
    }
  }

  private Future<Reply> make(Call call) {
    made.add(call);
    call.payload().release();
    return Future.succeededFuture(new Reply(Status.OK, Encoding.TEXT, Unpooled.EMPTY_BUFFER));
  }

  private static Call call() {
    return callOf(HELLO);
  }

  private static Call callOf(ServiceKey service) {
    return new Call(
        new Target(service, "hash", ""),
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
    assertThat(begun).isEmpty();
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
    assertRefused(call());
    assertThat(begun).as("nothing began for it").hasSize(LazyConnectFilter.MOST_WAITING);
    awake.complete();
    assertThat(made).hasSize(LazyConnectFilter.MOST_WAITING);
    assertThat(caller.call(call()).succeeded()).isTrue();
  }

  private void assertRefused(Call oneTooMany) {
    assertThat(failure(caller.call(oneTooMany))).isEqualTo(Status.REFUSED);
    assertThat(oneTooMany.payload().refCnt()).isZero();
  }

  @Test
  void callsToNamesThatNobodyHasLeaveThePlacesOfThoseWhoseLinksAreBeingMade() {
    for (int i = 0; i < LazyConnectFilter.MOST_UNKNOWN; i++) {
      caller.call(callOf(stranger(i)));
    }
    assertRefused(callOf(stranger(LazyConnectFilter.MOST_UNKNOWN)));
    assertThat(begun).as("nothing began for it").hasSize(LazyConnectFilter.MOST_UNKNOWN);
    for (int i = LazyConnectFilter.MOST_UNKNOWN; i < LazyConnectFilter.MOST_WAITING; i++) {
      assertThat(caller.call(call()).isComplete()).as("it waits").isFalse();
    }
    assertRefused(call());
    awake.complete();
    assertThat(made).hasSize(LazyConnectFilter.MOST_WAITING);
  }

  @Test
  void placesAreFreeAgainForCallsToNamesThatNobodyHas() {
    for (int i = 0; i < LazyConnectFilter.MOST_UNKNOWN; i++) {
      caller.call(callOf(stranger(i)));
    }
    awake.complete();
    assertThat(made).hasSize(LazyConnectFilter.MOST_UNKNOWN);
    awake = Promise.promise();
    for (int i = 0; i < LazyConnectFilter.MOST_UNKNOWN; i++) {
      assertThat(caller.call(callOf(stranger(i))).isComplete()).as("it waits").isFalse();
    }
    assertRefused(callOf(stranger(0)));
  }

  private static ServiceKey stranger(int number) {
    return ServiceKey.of("com.x.Stranger" + number);
  }
}
