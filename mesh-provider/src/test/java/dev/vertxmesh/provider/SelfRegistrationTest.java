package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.Announcer;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfRegistrationTest {

  private static final ServiceKey HELLO = ServiceKey.of("a.Hello");
  private static final ServiceKey USERS = ServiceKey.of("a.Users");

  private final Vertx vertx = Vertx.vertx();
  private final NotedRegistry registry = new NotedRegistry();
  private volatile List<ServiceKey> answering = List.of();

  /** What who asks for the services waits for; null for nothing. */
  private volatile CountDownLatch holding;

  private volatile boolean isHeld;
  private volatile Runnable onSaid = () -> {};
  private final SelfRegistration selfRegistration =
      new SelfRegistration(vertx, new Announcer(registry), new Self(), 3, Map.of("zone", "a"));

  private final class Self implements SelfRegistration.Source {
    @Override
    public Instance instance() {
      return new Instance("i", "h", 1, List.of(), 1, Map.of(), 190, 7);
    }

    @Override
    public List<ServiceKey> answering() {
      CountDownLatch gate = holding;
      if (gate != null) {
        isHeld = true;
        awaitOpen(gate);
      }
      return answering;
    }

    @Override
    public String whyNone() {
      return "nobody answers";
    }

    @Override
    public void onSaid() {
      onSaid.run();
    }
  }

  private static void awaitOpen(CountDownLatch gate) {
    try {
      assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    vertx.close();
  }

  private void nowAnswer(ServiceKey... services) {
    answering = List.of(services);
    selfRegistration.update();
  }

  @Test
  void nothingIsSaidBeforeItBegins() {
    nowAnswer(HELLO);
    assertThat(registry.notes).isEmpty();
    selfRegistration.begin();
    assertThat(registry.notes).containsExactly("announce a.Hello x3");
    assertThat(selfRegistration.announced().tags()).isEqualTo(Map.of("zone", "a"));
    assertThat(selfRegistration.whyNot()).isEmpty();
  }

  @Test
  void itIsThereWithWhatAnswersAndAwayWhileNothingDoes() {
    selfRegistration.begin();
    assertThat(registry.notes).isEmpty();
    assertThat(selfRegistration.whyNot()).isEqualTo("not announced: nobody answers");
    nowAnswer(HELLO, USERS);
    nowAnswer(USERS);
    nowAnswer();
    nowAnswer(HELLO);
    assertThat(registry.notes)
        .containsExactly(
            "announce a.Hello a.Users x3", "replace a.Users x3", "withdraw", "announce a.Hello x3");
  }

  @Test
  void aRegistryThatIsAwayIsTriedAgain() {
    selfRegistration.begin();
    registry.refuses = true;
    nowAnswer(HELLO);
    assertThat(selfRegistration.whyNot()).isEqualTo("not announced: it's away");
    registry.refuses = false;
    await().until(() -> selfRegistration.whyNot().isEmpty());
    assertThat(registry.notes).containsExactly("announce a.Hello x3");
  }

  @Test
  void theRegistryMayAnswerOnOneThreadWhileAnotherHasSomethingToSay() throws Exception {
    registry.slow = Promise.promise();
    selfRegistration.begin();
    nowAnswer(HELLO);
    nowAnswer(HELLO); // once it's answered there's nothing to do for this one
    holding = new CountDownLatch(1);
    Thread teller = new Thread(selfRegistration::update, "teller");
    Thread answerer = new Thread(registry::goOn, "answerer");
    teller.start();
    await().until(() -> isHeld);
    answerer.start();
    await().until(() -> answerer.getState() == Thread.State.BLOCKED);
    holding.countDown();
    teller.join(10_000);
    answerer.join(10_000);
    assertThat(List.of(teller, answerer)).noneMatch(Thread::isAlive);
    assertThat(registry.notes).containsExactly("announce a.Hello x3");
  }

  @Test
  void whoIsToldThatItWasSaidMayWaitForWhatAnotherThreadAsks() {
    selfRegistration.begin();
    List<Integer> weights = new CopyOnWriteArrayList<>();
    onSaid =
        () ->
            weights.add(
                CompletableFuture.supplyAsync(selfRegistration::weight)
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join());
    nowAnswer(HELLO);
    selfRegistration.weigh(5);
    assertThat(weights).containsExactly(3, 5);
  }

  @Test
  void theWeightAndTheTagsChangeInPlace() {
    selfRegistration.begin();
    nowAnswer(HELLO);
    WeightSetting weight = new WeightSetting(selfRegistration);
    TagsSetting tags = new TagsSetting(selfRegistration);
    assertThat(weight.put(new JsonObject("{\"weight\": 5}")).succeeded()).isTrue();
    assertThat(weight.value()).isEqualTo(new JsonObject("{\"weight\": 5}"));
    assertThat(tags.put(new JsonObject("{\"rack\": \"7\"}")).succeeded()).isTrue();
    assertThat(tags.value()).isEqualTo(new JsonObject("{\"rack\": \"7\"}"));
    assertThat(registry.notes)
        .containsExactly("announce a.Hello x3", "replace a.Hello x5", "replace a.Hello x5");
    assertThat(selfRegistration.announced().tags()).isEqualTo(Map.of("rack", "7"));
  }

  @Test
  void whatAPersonChangedByHandHoldsUntilItIsPutAnew() {
    selfRegistration.begin();
    nowAnswer(HELLO);
    registry.edited = selfRegistration.announced().weighing(8, Map.of("zone", "a"));
    assertThat(selfRegistration.announced().weight()).isEqualTo(8);
    assertThat(selfRegistration.weight()).isEqualTo(8);
    nowAnswer();
    nowAnswer(HELLO);
    assertThat(registry.notes).last().isEqualTo("announce a.Hello x8");

    registry.edited = selfRegistration.announced().weighing(9, Map.of("zone", "b"));
    selfRegistration.weigh(8);
    assertThat(registry.notes)
        .endsWith("announce a.Hello x8", "replace a.Hello x9", "replace a.Hello x8");
    assertThat(selfRegistration.tags()).isEqualTo(Map.of("zone", "b"));
  }

  @Test
  void aWeightThatIsSetWhileItIsAwayHoldsWhenItComesBack() {
    selfRegistration.begin();
    assertThat(selfRegistration.weigh(9).succeeded()).isTrue();
    nowAnswer(HELLO);
    assertThat(registry.notes).containsExactly("announce a.Hello x9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"weight\": 0}",
        "{\"weight\": 10001}",
        "{\"weight\": \"5\"}",
        "{\"weight\": 1.5}",
        "{\"weight\": 5, \"wait\": 1}"
      })
  void aWeightThatIsNoneIsRefused(String body) {
    assertThatThrownBy(() -> new WeightSetting(selfRegistration).put(new JsonObject(body)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("expected {\"weight\": N} with a whole number from 1 to 10000");
    assertThat(selfRegistration.weight()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"zone\": 1}", "{\"zone\": null}", "{\"a b\": \"c\"}"})
  void tagsThatAreNoneAreRefused(String body) {
    assertThatThrownBy(() -> new TagsSetting(selfRegistration).put(new JsonObject(body)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected");
    assertThat(selfRegistration.tags()).isEqualTo(Map.of("zone", "a"));
  }
}
