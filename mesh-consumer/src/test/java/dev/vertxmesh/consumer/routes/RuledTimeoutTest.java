package dev.vertxmesh.consumer.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Target;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuledTimeoutTest {

  private static final long MILLI = 1_000_000;
  private static final long NOW = 5 * MILLI;

  private static Call ruled(long millis, Call call) {
    new RuledTimeout(service -> millis, () -> NOW)
        .apply(call, next -> Future.<Reply>failedFuture("not called"));
    return call;
  }

  private static Call call(String timeoutOf) {
    Call call =
        new Call(
            new Target(ServiceKey.of("com.x.A"), "m", ""),
            Encoding.TEXT,
            Unpooled.EMPTY_BUFFER,
            Map.of(),
            Deadline.after(70, NOW));
    call.record().timeoutOf(timeoutOf);
    return call;
  }

  /** As it's told when it has passed: not a millisecond more for what came before. */
  @Test
  void theTimeIsCountedFromWhereTheCallBegan() {
    Call call = call(CallRecord.OPTION);
    call.record().reached(Stage.BEGUN, NOW - 3);
    ruled(1_000, call);
    assertThat(call.deadline().millisLeft(NOW - 3)).isEqualTo(1_000);
    assertThat(call.record().timeoutOf()).isEqualTo("a configurator's timeout");
  }

  @Test
  void aCallThatNobodyHasNotedBeginsNow() {
    assertThat(ruled(1_000, call(CallRecord.OPTION)).deadline().millisLeft(NOW)).isEqualTo(1_000);
  }

  @Test
  void whatACallerHasSetAndWhatNobodyRulesStays() {
    assertThat(ruled(1_000, call("header x")).deadline().millisLeft(NOW)).isEqualTo(70);
    assertThat(ruled(0, call(CallRecord.OPTION)).deadline().millisLeft(NOW)).isEqualTo(70);
  }
}
