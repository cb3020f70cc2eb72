package dev.vertxmesh.bridge.dubbo.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.bridge.dubbo.request.Capabilities;
import dev.vertxmesh.bridge.dubbo.request.EchoAttachments;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.Serialization;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityProbeTest {

  private static final ServiceKey SERVICE = ServiceKey.of("a.Hello");
  private static final int HESSIAN2 = 2;
  private static final int OK = 20;
  private static final int CANT_DECODE = 40;
  private static final int NO_SERVICE = 70;
  private static final int POOL_EXHAUSTED = 100;

  private final List<String> asked = new ArrayList<>();
  private final Deque<CapabilityProbe.Answer> due = new ArrayDeque<>();
  private final Deque<Runnable> overdue = new ArrayDeque<>();
  private final List<Object> outcomes = new ArrayList<>();
  private Serialization spoken;
  private CallFailure fault;

  private CapabilityProbe probe(Serialization... candidates) {
    return new CapabilityProbe(
        List.of(candidates),
        Capabilities.OLD,
        "dubbo test",
        (in, service, version, answer) -> {
          if (fault != null) {
            answer.lost(fault);
            return;
          }
          asked.add(in + " " + version);
          due.add(answer);
        },
        overdue::add,
        found -> spoken = found);
  }

  private void find(CapabilityProbe probe) {
    probe.find(SERVICE, outcomes::add, outcomes::add);
  }

  @ParameterizedTest
  @CsvSource({"OWN, OWN, V2_6", "OWN, NONE, V2_7", "NONE, NONE, OLD", "MIRRORED, MIRRORED, GO"})
  void whatAnswersAttachTellsTheRelease(
      EchoAttachments attaches, EchoAttachments toForeign, Capabilities capabilities) {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    find(probe);
    due.poll().came(OK, HESSIAN2, attaches);
    assertThat(probe.capabilities()).isNull();
    due.poll().came(OK, HESSIAN2, toForeign);
    assertThat(asked).containsExactly("HESSIAN2 2.0.2", "HESSIAN2 2.7.0");
    assertThat(outcomes).containsExactly(capabilities);
    assertThat(probe.capabilities()).isEqualTo(capabilities);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aProviderWithoutAFreeThreadTellsNothingOfItself(int answeredBefore) {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    find(probe);
    if (answeredBefore == 1) {
      due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    }
    due.poll().came(POOL_EXHAUSTED, HESSIAN2, EchoAttachments.NONE);
    assertThat(probe.capabilities()).isNull();
    assertThat(((CallFailure) outcomes.remove(0)).status()).isEqualTo(Status.REFUSED);
    find(probe);
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.V2_7);
  }

  @Test
  void whoAsksMeanwhileWaitsForTheSameAnswer() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    find(probe);
    find(probe);
    assertThat(asked).hasSize(1);
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.V2_7, Capabilities.V2_7);
  }

  @Test
  void aSerializationThatIsNotTakenGivesWayToTheNext() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2, Serialization.FASTJSON2);
    find(probe);
    due.poll().came(CANT_DECODE, HESSIAN2, EchoAttachments.NONE);
    assertThat(spoken).isNull();
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(spoken).isEqualTo(Serialization.FASTJSON2);
    assertThat(asked).containsExactly("HESSIAN2 2.0.2", "FASTJSON2 2.0.2", "FASTJSON2 2.7.0");
  }

  @Test
  void aSerializationThatGetsNoAnswerIsWaitedForInVainOnce() {
    CapabilityProbe probe =
        probe(Serialization.HESSIAN2, Serialization.FASTJSON2, Serialization.FASTJSON);
    find(probe);
    assertThat(overdue).isEmpty(); // the first may be slow
    due.poll().came(CANT_DECODE, HESSIAN2, EchoAttachments.NONE);
    CapabilityProbe.Answer late = due.poll();
    overdue.poll().run();
    late.came(OK, HESSIAN2, EchoAttachments.OWN);
    assertThat(spoken).isNull();
    overdue.poll().run();
    assertThat(outcomes).containsExactly(Capabilities.OLD);
    assertThat(asked).containsExactly("HESSIAN2 2.0.2", "FASTJSON2 2.0.2", "FASTJSON 2.0.2");
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    assertThat(spoken).isNull();
  }

  @ParameterizedTest
  @CsvSource({"2, true", "6, false"})
  void aProviderMayAnswerInWhatItIsNotAskedIn(int serialization, boolean inKind) {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    find(probe);
    due.poll().came(OK, serialization, EchoAttachments.OWN);
    due.poll().came(OK, serialization, EchoAttachments.OWN);
    assertThat(probe.answersInKind()).isEqualTo(inKind);
  }

  @Test
  void whoDoesNotWaitAnyMoreIsToldNothingAndNobodyIsAskedTwice() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    probe.find(SERVICE, outcomes::add, outcomes::add).run();
    find(probe);
    assertThat(asked).hasSize(1);
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.V2_7);
  }

  @Test
  void aQuestionWithoutAnAnswerIsAskedAnewAndItsEndDoesNotCountThen() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2, Serialization.FASTJSON2);
    find(probe);
    due.poll().came(CANT_DECODE, HESSIAN2, EchoAttachments.NONE);
    CapabilityProbe.Answer silent = due.poll();
    overdue.poll().run();
    assertThat(outcomes).containsExactly(Capabilities.OLD);
    find(probe);
    silent.lost(new CallFailure(Status.TIMEOUT, "dubbo test", "the provider doesn't answer"));
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.OLD, Capabilities.V2_7);
  }

  @Test
  void anAnswerInTimeEndsThePatience() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2, Serialization.FASTJSON2);
    find(probe);
    due.poll().came(CANT_DECODE, HESSIAN2, EchoAttachments.NONE);
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    overdue.poll().run();
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.V2_7);
  }

  @Test
  void aMissingServiceLeavesItOpen() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2, Serialization.FASTJSON2);
    find(probe);
    due.poll().came(NO_SERVICE, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.OLD);
    assertThat(probe.capabilities()).isNull();
    find(probe);
    assertThat(asked).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aQuestionThatCannotBeSentFailsWhoWaitsAndTheNextIsAsked(int answeredBefore) {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    if (answeredBefore == 1) {
      find(probe);
    }
    fault = new CallFailure(Status.INTERNAL, "here", "out of memory");
    if (answeredBefore == 1) {
      due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    } else {
      find(probe);
    }
    assertThat(outcomes.remove(0)).isEqualTo(fault);
    fault = null;
    find(probe);
    due.poll().came(OK, HESSIAN2, EchoAttachments.OWN);
    due.poll().came(OK, HESSIAN2, EchoAttachments.NONE);
    assertThat(outcomes).containsExactly(Capabilities.V2_7);
  }

  @Test
  void aConnectionThatIsLostFailsWhoWaits() {
    CapabilityProbe probe = probe(Serialization.HESSIAN2);
    find(probe);
    CallFailure cause = new CallFailure(Status.LOST, "here", "gone");
    due.poll().lost(cause);
    assertThat(outcomes).containsExactly(cause);
  }
}
