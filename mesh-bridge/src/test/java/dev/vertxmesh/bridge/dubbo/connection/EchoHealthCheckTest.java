package dev.vertxmesh.bridge.dubbo.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.bridge.dubbo.request.EchoAttachments;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboHeader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EchoHealthCheckTest {

  private static final ServiceKey HELLO = ServiceKey.of("a.Hello");
  private static final ServiceKey USERS = ServiceKey.of("a.Users");
  private static final int OK = 20;
  private static final int BUSY = 100;
  private static final int MISSING = 70;

  private final List<ServiceKey> asked = new ArrayList<>();
  private final List<CapabilityProbe.Answer> due = new ArrayList<>();
  private List<ServiceKey> services = List.of(HELLO, USERS);
  private int changes;
  private long answers;
  private final EchoHealthCheck watch =
      new EchoHealthCheck(
          () -> services,
          (service, answer) -> {
            asked.add(service);
            due.add(answer);
          },
          () -> changes++);

  private void answer(int... statuses) {
    for (int status : statuses) {
      answers++;
      due.remove(0).came(status, DubboHeader.HESSIAN2, EchoAttachments.NONE);
    }
  }

  private void tick() {
    watch.onTick(answers);
  }

  private void reconnect() {
    due.clear();
    answers = 0;
    watch.onDisconnected();
    watch.onConnected();
  }

  private void allAnswer() {
    watch.onConnected();
    answer(OK, OK);
    assertThat(watch.answering()).containsExactlyInAnyOrder(HELLO, USERS);
  }

  @Test
  void asksAllServicesAtOnceOneAfterTheOtherAndAgainAtEachTick() {
    watch.onConnected();
    assertThat(asked).containsExactly(HELLO);
    answer(OK);
    assertThat(asked).containsExactly(HELLO, USERS);
    answer(OK);
    assertThat(asked).hasSize(2);
    tick();
    answer(OK, OK);
    assertThat(asked).containsExactly(HELLO, USERS, HELLO, USERS);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void nobodyAnswersBeforeTheFirstRoundHasEnded() {
    watch.onConnected();
    answer(OK);
    assertThat(watch.answering()).isEmpty();
    answer(OK);
    assertThat(watch.answering()).containsExactlyInAnyOrder(HELLO, USERS);
    assertThat(changes).isOne();
    tick();
    answer(OK, OK);
    assertThat(changes).isOne();
  }

  @Test
  void aServiceThatWasNeverGoodDoesNotAnswer() {
    watch.onConnected();
    answer(OK, MISSING);
    assertThat(watch.answering()).containsExactly(HELLO);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void asksNothingWhileNoServiceIsKnown() {
    services = List.of();
    watch.onConnected();
    tick();
    assertThat(asked).isEmpty();
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aServiceThatComesLaterIsAskedAtOnce() {
    services = List.of(HELLO);
    watch.onConnected();
    answer(OK);
    services = List.of(HELLO, USERS);
    watch.onServices();
    assertThat(asked).containsExactly(HELLO, USERS);
    answer(OK);
    assertThat(watch.answering()).containsExactlyInAnyOrder(HELLO, USERS);
  }

  @Test
  void aServiceThatIsNotWantedAnyMoreDoesNotCount() {
    allAnswer();
    services = List.of(USERS);
    tick();
    answer(OK);
    assertThat(watch.answering()).containsExactly(USERS);
  }

  @Test
  void oneBadAnswerIsForgivenAndTwoInARowAreNot() {
    allAnswer();
    tick();
    answer(MISSING, OK);
    tick();
    answer(OK, OK);
    tick();
    answer(MISSING, OK);
    assertThat(watch.answering()).hasSize(2);
    tick();
    answer(MISSING, OK);
    assertThat(watch.answering()).containsExactly(USERS);
    tick();
    answer(OK, OK);
    assertThat(watch.answering()).hasSize(2);
  }

  @Test
  void aProviderThatIsSilentForTwoTicksAnswersNothingUntilItDoesAgain() {
    allAnswer();
    tick();
    assertThat(due).hasSize(1);
    tick();
    assertThat(watch.answering()).hasSize(2);
    assertThat(watch.problem()).isNull();
    tick();
    assertThat(watch.answering()).isEmpty();
    assertThat(watch.problem()).isEqualTo("the provider doesn't answer $echo");
    answer(OK, OK);
    assertThat(watch.answering()).hasSize(2);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aProviderWhoseEchoesAreGivenUpBetweenTicksIsSilentToo() {
    allAnswer();
    tick();
    for (int i = 0; i < EchoHealthCheck.PATIENCE; i++) {
      due.remove(0).lost(new CallFailure(Status.TIMEOUT, "here", "the provider doesn't answer"));
      tick();
    }
    assertThat(watch.answering()).isEmpty();
    assertThat(watch.problem()).isEqualTo("the provider doesn't answer $echo");
  }

  @Test
  void aProviderThatAnswersCallsIsSlowAndNotSilent() {
    allAnswer();
    tick();
    for (int i = 0; i < 10; i++) {
      answers++;
      tick();
    }
    assertThat(watch.answering()).hasSize(2);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aServiceWhoseEchoHangsDoesNotHoldUpTheOthers() {
    allAnswer();
    asked.clear();
    tick();
    answers++;
    tick();
    answers++;
    tick();
    assertThat(asked).containsExactly(HELLO, USERS);
    due.remove(0); // HELLO's never comes
    answer(OK);
    tick();
    assertThat(asked).containsExactly(HELLO, USERS, USERS);
  }

  @Test
  void aBusyProviderIsAlive() {
    allAnswer();
    for (int i = 0; i < 5; i++) {
      tick();
      answer(BUSY, BUSY);
    }
    assertThat(watch.answering()).hasSize(2);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aBlipOfTheConnectionChangesNothing() {
    allAnswer();
    watch.onDisconnected();
    tick();
    reconnect();
    assertThat(watch.answering()).hasSize(2);
    answer(OK, OK);
    watch.onDisconnected();
    tick();
    assertThat(changes).isOne();
  }

  @Test
  void aConnectionThatIsGoneForTwoTicksLeavesNobodyUntilTheNextHasAnswered() {
    allAnswer();
    watch.onDisconnected();
    tick();
    tick();
    assertThat(watch.answering()).isEmpty();
    assertThat(watch.problem()).isNull();
    reconnect();
    assertThat(watch.answering()).isEmpty();
    answer(OK, OK);
    assertThat(watch.answering()).hasSize(2);
  }

  @Test
  void connectionsThatNeverAnswerDoNotAddUpToAnAnswer() {
    allAnswer();
    reconnect();
    tick();
    reconnect();
    tick();
    assertThat(watch.answering()).isEmpty();
  }

  @Test
  void aProviderWithoutAnyOfItsServicesIsAProblem() {
    watch.onConnected();
    answer(MISSING);
    assertThat(watch.problem()).isNull();
    answer(MISSING);
    assertThat(watch.problem()).startsWith("the provider has none of its services: a.Hello");
    tick();
    answer(OK, MISSING);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void anEchoThatIsLostWithItsConnectionIsAskedAnew() {
    watch.onConnected();
    due.get(0).lost(new CallFailure(Status.LOST, "here", "gone"));
    reconnect();
    assertThat(asked).containsExactly(HELLO, HELLO);
  }

  @Test
  void anAnswerOfAnOldConnectionSaysNothingOfTheProviderThatIsThereNow() {
    watch.onConnected();
    CapabilityProbe.Answer old = due.get(0);
    watch.onDisconnected();
    old.came(OK, DubboHeader.HESSIAN2, EchoAttachments.NONE);
    tick();
    assertThat(watch.answering()).isEmpty();
    reconnect();
    old.came(MISSING, DubboHeader.HESSIAN2, EchoAttachments.NONE);
    answer(MISSING, OK);
    assertThat(watch.problem()).isNull();
    tick();
    answer(OK, OK);
    assertThat(watch.answering()).containsExactlyInAnyOrder(HELLO, USERS);
  }

  @Test
  void whatIsLostOnAnOldConnectionSaysNothingOfWhatIsDueOnTheNew() {
    watch.onConnected();
    CapabilityProbe.Answer old = due.get(0);
    reconnect();
    for (int i = 0; i < EchoHealthCheck.PATIENCE; i++) { // the provider is slow with this one alone
      answers++;
      tick();
    }
    assertThat(asked).containsExactly(HELLO, HELLO, USERS);
    old.lost(new CallFailure(Status.LOST, "here", "drained"));
    due.get(1).came(OK, DubboHeader.HESSIAN2, EchoAttachments.NONE);
    tick();
    assertThat(asked).containsExactly(HELLO, HELLO, USERS, USERS);
  }
}
