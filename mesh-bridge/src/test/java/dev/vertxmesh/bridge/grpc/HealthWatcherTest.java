package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.bridge.grpc.HealthWatcher.Verdict;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HealthWatcherTest {

  private static final ServiceKey GREETER = ServiceKey.of("com.x.Greeter");
  private static final ServiceKey ORDERS = ServiceKey.of("com.x.Orders");

  private final List<ServiceKey> services = new ArrayList<>(List.of(GREETER, ORDERS));
  private final List<String> asked = new ArrayList<>();
  private final Deque<Consumer<Verdict>> questions = new ArrayDeque<>();
  private int changes;
  private final HealthWatcher watch =
      new HealthWatcher(
          () -> services,
          (service, answer) -> {
            asked.add(service);
            questions.add(answer);
          },
          () -> changes++);

  private void answer(Verdict... verdicts) {
    for (Verdict verdict : verdicts) {
      questions.remove().accept(verdict);
    }
  }

  @Test
  void eachServiceIsAskedAboutAndThoseThatServeAnswer() {
    watch.onConnected();
    answer(Verdict.WELL, Verdict.UNWELL);
    assertThat(asked).containsExactly("com.x.Greeter", "com.x.Orders");
    assertThat(watch.answering()).containsExactly(GREETER);
    assertThat(watch.problem()).isNull();
    assertThat(changes).isEqualTo(1);
  }

  @Test
  void aServerWithoutHealthIsAsWellAsItsWord() {
    watch.onConnected();
    answer(Verdict.NO_HEALTH);
    assertThat(watch.answering()).containsExactlyInAnyOrder(GREETER, ORDERS);
    assertThat(questions).isEmpty();
  }

  @Test
  void aServiceThatHealthDoesntKnowIsAsWellAsTheServer() {
    watch.onConnected();
    answer(Verdict.UNKNOWN_SERVICE, Verdict.WELL, Verdict.UNKNOWN_SERVICE);
    assertThat(asked).containsExactly("com.x.Greeter", "", "com.x.Orders");
    assertThat(watch.answering()).containsExactlyInAnyOrder(GREETER, ORDERS);
    watch.onTick();
    answer(Verdict.UNKNOWN_SERVICE, Verdict.UNWELL, Verdict.UNKNOWN_SERVICE);
    assertThat(watch.answering()).isEmpty();
    assertThat(watch.problem()).contains("com.x.Greeter isn't serving");
  }

  @Test
  void oneAnswerMayBeMissingAndTwoMayNot() {
    watch.onConnected();
    answer(Verdict.WELL, Verdict.WELL);
    watch.onTick();
    answer(Verdict.SILENT);
    assertThat(watch.answering()).hasSize(2);
    watch.onTick();
    answer(Verdict.SILENT);
    assertThat(watch.answering()).isEmpty();
    assertThat(watch.problem()).isEqualTo("the server doesn't answer health checks");
    watch.onTick();
    answer(Verdict.WELL, Verdict.WELL);
    assertThat(watch.answering()).hasSize(2);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aConnectionMayBeLostForATickAndNotForTwo() {
    watch.onConnected();
    answer(Verdict.NO_HEALTH);
    watch.onDisconnected();
    watch.onTick();
    assertThat(watch.answering()).hasSize(2);
    watch.onTick();
    assertThat(watch.answering()).isEmpty();
  }

  @Test
  void newServicesAreAskedAboutAndThoseThatAreGoneForgotten() {
    watch.onConnected();
    answer(Verdict.WELL, Verdict.WELL);
    ServiceKey carts = ServiceKey.of("com.x.Carts");
    services.remove(ORDERS);
    services.add(carts);
    watch.onServices();
    answer(Verdict.WELL, Verdict.WELL);
    assertThat(watch.answering()).containsExactlyInAnyOrder(GREETER, carts);
  }

  @Test
  void whatIsAskedForDuringARoundBeginsTheNext() {
    watch.onConnected();
    watch.onTick();
    assertThat(questions).hasSize(1);
    answer(Verdict.WELL, Verdict.WELL);
    assertThat(questions).hasSize(1);
  }
}
