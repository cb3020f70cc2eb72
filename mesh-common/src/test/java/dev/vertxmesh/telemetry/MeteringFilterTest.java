package dev.vertxmesh.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.filter.Filter;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeteringFilterTest {

  private static final ServiceKey SERVED = ServiceKey.of("s");

  private long now;
  private final MeshMeters meters = new MeshMeters("agent", "1");
  private final Count refusals = meters.refusals("limit");
  private final MeteringFilter meter =
      new MeteringFilter(meters, SERVED::equals, refusals, () -> now);
  private final Promise<Reply> answer = Promise.promise();
  private final CallPath path = CallPath.of(meter, Filter.of(), call -> answer.future());

  private static Call call(String service) {
    return new Call(
        new Target(ServiceKey.of(service), "m", ""),
        Encoding.TEXT,
        Unpooled.EMPTY_BUFFER,
        Map.of(),
        Deadline.none(0));
  }

  private static CallFailure failure(Status status) {
    return new CallFailure(status, "here", "as told");
  }

  private void end(String service, Status status) {
    Target target = new Target(ServiceKey.of(service), "m", "");
    path.ended(Call.unmade(target, Origin.AGENT, now - 2_000_000_000, failure(status)));
  }

  private CallMeters served() {
    return meters.forService(SERVED);
  }

  @Test
  void aCallIsCountedWhenItEndsAndToldWhenItBeganAndEnded() {
    now = 1_000;
    Call call = call("s");
    path.call(call);
    assertThat(meter.inFlight()).isEqualTo(1);
    assertThat(served().inFlight()).isEqualTo(1);
    now = 4_000;
    answer.complete(new Reply(Status.EXCEPTION, Encoding.TEXT, Unpooled.EMPTY_BUFFER));
    assertThat(meter.inFlight()).isZero();
    assertThat(served().inFlight()).isZero();
    assertThat(served().count(Status.EXCEPTION)).isEqualTo(1);
    assertThat(served().secondsInAll()).isEqualTo(3e-6);
    assertThat(call.record().at(Stage.BEGUN)).isEqualTo(1_000);
    assertThat(call.record().at(Stage.ANSWERED)).isEqualTo(4_000);
    assertThat(call.record().at(Stage.ENDED)).isEqualTo(4_000);
  }

  @Test
  void namesThatNobodyServesShareOneMeter() {
    path.call(call("made up"));
    answer.fail(failure(Status.NO_SERVICE));
    assertThat(meters.others().count(Status.NO_SERVICE)).isEqualTo(1);
    assertThat(meters.calls()).containsExactly(meters.others());
  }

  @Test
  void whatEndsBeforeItIsACallIsCountedFromWhenItCame() {
    end("s", Status.TOO_LARGE);
    assertThat(served().count(Status.TOO_LARGE)).isEqualTo(1);
    assertThat(served().secondsInAll()).isEqualTo(2.0);
    assertThat(meter.inFlight()).isZero();
    end("made up", Status.BAD_REQUEST);
    assertThat(meters.others().count(Status.BAD_REQUEST)).isEqualTo(1);
  }

  @Test
  void whatAnIngressRefusesIsNoRefusalOfTheProviders() {
    end("s", Status.REFUSED);
    assertThat(refusals.value()).isZero();
    path.call(call("s"));
    answer.fail(failure(Status.REFUSED));
    assertThat(refusals.value()).isEqualTo(1);
    assertThat(served().count(Status.REFUSED)).isEqualTo(2);
  }

  @Test
  void aCallThatItsIngressBreaksOffCountsAsWhatItsCallerWasTold() {
    Call call = call("s");
    path.call(call);
    call.record().refuse(failure(Status.TOO_LARGE));
    answer.fail(failure(Status.CANCELLED));
    assertThat(served().count(Status.TOO_LARGE)).isEqualTo(1);
    assertThat(served().count(Status.CANCELLED)).isZero();
    assertThat(call.record().hasReached(Stage.ANSWERED)).isFalse();
  }

  @Test
  void aLayerThatThrowsEndsTheCall() {
    CallPath throwing =
        CallPath.of(
            meter,
            Filter.of(),
            call -> {
              throw new IllegalStateException("a fault");
            });
    Future<Reply> reply = throwing.call(call("s"));
    assertThat(reply.cause()).hasMessage("a fault");
    assertThat(served().count(Status.INTERNAL)).isEqualTo(1);
    assertThat(meter.inFlight()).isZero();
  }
}
