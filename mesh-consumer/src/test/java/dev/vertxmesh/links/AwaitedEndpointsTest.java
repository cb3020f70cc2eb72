package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AwaitedEndpointsTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");

  private final List<Attempt> present = new ArrayList<>();
  private final Queue<Promise<Void>> questions = new ArrayDeque<>();
  private final Queue<Runnable> timers = new ArrayDeque<>();
  private ServiceKey known = HELLO;
  private int version;
  private int looks;

  private final AwaitedEndpoints awaited =
      new AwaitedEndpoints(
          new AwaitedEndpoints.Known() {
            @Override
            public boolean isOpen(ServiceKey service) {
              return present.stream().anyMatch(Attempt::isOpen);
            }

            @Override
            public boolean isKnown(ServiceKey service) {
              return service.equals(known);
            }

            @Override
            public List<Attempt> candidates(ServiceKey service) {
              looks++;
              return present;
            }

            @Override
            public int version() {
              return version;
            }
          },
          this::ask,
          (millis, later) -> timers.add(later));

  /** A first attempt to reach somebody. */
  private static final class Attempt implements IdleLink {
    private final Promise<Void> tried = Promise.promise();
    private boolean open;

    void ends(boolean well) {
      open = well;
      tried.complete();
    }

    @Override
    public boolean isAsleep() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public Future<Void> tried() {
      return tried.future();
    }

    @Override
    public Future<Void> wake() {
      return tried.future();
    }
  }

  private Future<Void> ask() {
    Promise<Void> question = Promise.promise();
    questions.add(question);
    return question.future();
  }

  private Attempt appears() {
    Attempt attempt = new Attempt();
    present.add(attempt);
    version++;
    return attempt;
  }

  private Attempt open() {
    Attempt attempt = appears();
    attempt.ends(true);
    return attempt;
  }

  private void registryAnswers() {
    questions.remove().complete();
  }

  private void gapPasses() {
    timers.remove().run();
  }

  @Test
  void whereSomebodyCanBeCalledThereIsNothingToWaitFor() {
    open();
    assertThat(awaited.of(HELLO)).isNull();
    assertThat(questions).isEmpty();
  }

  @Test
  void aCallWaitsForTheFirstLinkThatIsBeingMade() {
    Attempt slow = appears();
    Attempt fast = appears();
    Future<Void> call = awaited.of(HELLO);
    assertThat(call.isComplete()).isFalse();
    fast.ends(true);
    assertThat(call.succeeded()).isTrue();
    assertThat(questions).isEmpty();
    slow.ends(false);
  }

  @Test
  void callsToManyNamesThatNobodyHasLookAtTheEndpointsOnceUntilThereIsNews() {
    open();
    appears().ends(false);
    known = null;
    present.get(0).open = false;
    List<Future<Void>> calls = callsToManyNames();
    registryAnswers();
    assertThat(looks).isEqualTo(1);
    Attempt told = appears();
    List<Future<Void>> later = callsToManyNames();
    assertThat(looks).as("each waits for the one that came").isEqualTo(2);
    told.ends(false);
    gapPasses();
    registryAnswers();
    assertThat(calls).allMatch(Future::succeeded);
    assertThat(later).allMatch(Future::succeeded);
    assertThat(looks).as("once more, as an attempt has ended").isEqualTo(3);
  }

  private List<Future<Void>> callsToManyNames() {
    List<Future<Void>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add(awaited.of(ServiceKey.of("com.x.Stranger" + i)));
    }
    return calls;
  }

  @Test
  void aNameThatNobodyHasWaitsForOneWhoMayTurnOutToHaveIt() {
    known = null;
    Attempt slow = appears();
    Future<Void> call = awaited.of(HELLO);
    slow.ends(true);
    assertThat(call.succeeded()).isTrue();
    assertThat(questions).isEmpty();
  }

  @Test
  void aCallToAServiceThatNobodyIsKnownToHaveWaitsUntilTheRegistryHasToldWhatItHas() {
    known = null;
    Future<Void> call = awaited.of(HELLO);
    assertThat(call.isComplete()).isFalse();
    Attempt told = appears();
    known = HELLO;
    registryAnswers();
    assertThat(call.isComplete()).as("its link is being made").isFalse();
    told.ends(true);
    assertThat(call.succeeded()).isTrue();
  }

  @Test
  void whereTheFirstLinkCantBeMadeTheRegistryIsAskedWhoElseThereIs() {
    Attempt stale = appears();
    Future<Void> call = awaited.of(HELLO);
    stale.ends(false);
    assertThat(call.isComplete()).isFalse();
    open();
    registryAnswers();
    assertThat(call.succeeded()).isTrue();
  }

  @Test
  void aCallThatNobodyComesForGoesOnOnceTheRegistryHasAnswered() {
    Future<Void> call = awaited.of(HELLO);
    registryAnswers();
    assertThat(call.succeeded()).isTrue();
  }

  @Test
  void callsThatComeAfterAQuestionWaitForTheNextWhichIsOneForAll() {
    Future<Void> first = awaited.of(HELLO);
    List<Future<Void>> later = List.of(awaited.of(HELLO), awaited.of(ServiceKey.of("com.x.B")));
    registryAnswers();
    assertThat(first.succeeded()).isTrue();
    Future<Void> inTheGap = awaited.of(HELLO);
    assertThat(questions).as("not before the gap has passed").isEmpty();
    gapPasses();
    assertThat(questions).hasSize(1);
    registryAnswers();
    assertThat(later).allMatch(Future::succeeded);
    assertThat(inTheGap.succeeded()).isTrue();
    gapPasses();
    assertThat(questions).as("nobody asks any more").isEmpty();
  }

  @Test
  void nobodyWaitsForTheRegistryOfAnAgentThatHasEnded() {
    Future<Void> asked = awaited.of(HELLO);
    Future<Void> later = awaited.of(HELLO);
    awaited.close();
    assertThat(asked.succeeded()).isTrue();
    assertThat(later.succeeded()).isTrue();
    assertThat(awaited.of(HELLO).succeeded()).isTrue();
    registryAnswers();
  }
}
