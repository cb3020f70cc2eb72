package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InstanceLogTest {

  private final List<String> lines = new ArrayList<>();
  private final List<Runnable> timers = new ArrayList<>();
  private final InstanceLog log = new InstanceLog((millis, run) -> timers.add(run), lines::add);

  private static Instance instance(int port) {
    List<ServiceKey> services = List.of(ServiceKey.of("a.B"));
    return new Instance("i" + port, "10.0.0.1", port, services, 1, Map.of(), 0, 0);
  }

  private void know(int... ports) {
    log.accept(IntStream.of(ports).mapToObj(InstanceLogTest::instance).toList());
  }

  private void passInterval() {
    List<Runnable> due = List.copyOf(timers);
    timers.clear();
    due.forEach(Runnable::run);
  }

  @Test
  void whoComesAndWhoGoesIsSaid() {
    know(1, 2);
    passInterval();
    know(2, 3);
    assertThat(lines)
        .containsExactly(
            "instances: 10.0.0.1:1, 10.0.0.1:2 came; 2 known",
            "instances: 10.0.0.1:3 came; 10.0.0.1:1 gone; 2 known");
  }

  @Test
  void allOfAnIntervalIsOneLine() {
    know(1);
    know(1, 2);
    know(1, 2, 3);
    know(1, 3);
    assertThat(lines).hasSize(1);
    passInterval();
    assertThat(lines).last().isEqualTo("instances: 10.0.0.1:3 came; 2 known");
    assertThat(timers).hasSize(1);
  }

  @Test
  void whereNothingHasChangedNothingIsSaid() {
    know();
    know(1);
    know(1);
    passInterval();
    assertThat(lines).hasSize(1);
    assertThat(timers).isEmpty();
  }

  @Test
  void ofManySomeAreNamed() {
    log.accept(IntStream.rangeClosed(1, 1_000).mapToObj(InstanceLogTest::instance).toList());
    assertThat(lines.get(0))
        .startsWith("instances: 10.0.0.1:1, ")
        .endsWith("10.0.0.1:10 came, and 990 more; 1000 known");
  }
}
