package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Status;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Both ends of a link call a call the same, wherever its name was made. */
class CallNamesTest {

  private final LinkHarness harness = new LinkHarness();
  private final CopyOnWriteArrayList<String> named = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    harness.close();
  }

  private void refuseNaming(boolean asks) {
    harness.callee =
        call -> {
          call.payload().release();
          if (asks) {
            named.add(call.id()); // as a line of the log does
          }
          return Future.failedFuture(new CallFailure(Status.DENIED, "here", "no"));
        };
  }

  @Test
  void whoCallsTakesOverTheNameThatWasMadeThere() {
    refuseNaming(true);
    Call call = harness.call("x");
    failureOf(harness.send(harness.connect(), call));
    assertThat(named).containsExactly(call.id());
  }

  @Test
  void aNameThatWasMadeBeforeGoesAlong() {
    refuseNaming(true);
    Call call = harness.call("x");
    String made = call.id();
    failureOf(harness.send(harness.connect(), call));
    assertThat(named).containsExactly(made);
    assertThat(call.id()).isEqualTo(made);
  }

  @Test
  void aCallThatNobodyNamesHasNothingMoreOnItsWay() {
    refuseNaming(false);
    Call call = harness.call("x");
    failureOf(harness.send(harness.connect(), call));
    assertThat(harness.received.get(0).attachments()).isEmpty();
    assertThat(call.record().madeName()).isNull();
  }

  @Test
  void aCallersOwnNameStays() {
    refuseNaming(true);
    Call call =
        new Call(
            LinkHarness.TARGET,
            Encoding.TEXT,
            Unpooled.EMPTY_BUFFER,
            Map.of(CallRecord.ID, "order-7"),
            Deadline.none(System.nanoTime()));
    failureOf(harness.send(harness.connect(), call));
    assertThat(named).containsExactly("order-7");
    call.adopt("another");
    assertThat(call.id()).isEqualTo("order-7");
  }

  /** As one is that isn't in the list of {@code --attachment-allow}. */
  @Test
  void andGoesAlongWhereALayerLeavesItOut() {
    refuseNaming(true);
    Call call =
        new Call(
            LinkHarness.TARGET,
            Encoding.TEXT,
            Unpooled.EMPTY_BUFFER,
            Map.of(CallRecord.ID, "order-7"),
            Deadline.none(System.nanoTime()));
    assertThat(call.id()).isEqualTo("order-7");
    call.detach(CallRecord.ID);
    failureOf(harness.send(harness.connect(), call));
    assertThat(named).containsExactly("order-7");
  }

  @Test
  void whatIsNoNameIsNotTakenOver() {
    Call call = harness.call("x");
    call.adopt("a\nb");
    call.adopt(null);
    assertThat(call.id()).matches("[0-9a-f]{32}");
    call.payload().release();
  }
}
