package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SleepingEndpointTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");

  private final Vertx vertx = Vertx.vertx();
  private final FakeKind fake = new FakeKind();

  @AfterEach
  void close() {
    vertx.close();
  }

  private RemoteEndpoint endpoint(boolean atOnce, ServiceKey... services) {
    BackendFactory factory = fake.with(new BackendSettings(1024, 1024, List.of(), false));
    DirectSetup setup =
        new DirectSetup(
            vertx.getOrCreateContext(), Map.of(fake.name(), factory), 1, System::nanoTime);
    return setup.endpoint(instance(services), atOnce, () -> {});
  }

  private static Instance instance(ServiceKey... services) {
    return new Instance(new Protocol("fake"), "id", "h", 7, List.of(services), 3, Map.of(), 9, 5);
  }

  @Test
  void nothingIsOpenedUntilItIsWoken() {
    RemoteEndpoint endpoint = endpoint(false, HELLO);
    assertThat(fake.owner).isNull();
    assertThat(endpoint.isAsleep()).isTrue();
    assertThat(endpoint.isOpen()).isFalse();
    assertThat(endpoint.tried().isComplete()).isTrue();
    assertThat(endpoint.services()).containsExactly(HELLO);
    assertThat(endpoint.view().state()).isEqualTo("asleep");
    assertThat(endpoint.weight()).isEqualTo(3);
    assertThat(endpoint.reportedLimit()).isEqualTo(9);
    assertThat(endpoint.startedAtMillis()).isEqualTo(5);
    endpoint.close();
    assertThat(fake.owner).isNull();
  }

  @Test
  void whoIsWokenIsReadyWhenTheFirstAttemptHasEnded() {
    RemoteEndpoint endpoint = endpoint(false, HELLO);
    Future<Void> awake = endpoint.wake();
    assertThat(endpoint.isAsleep()).isFalse();
    assertThat(awake.isComplete()).isFalse();
    fake.connect();
    assertThat(awake.succeeded()).isTrue();
    assertThat(endpoint.isOpen()).isTrue();
    assertThat(endpoint.key()).isEqualTo("fake://h:7");
    assertThat(endpoint.view().state()).isEqualTo("open");
  }

  /** A call that comes while the agent stops would leave a connection behind. */
  @Test
  void whoHasEndedIsNotWoken() {
    RemoteEndpoint closed = endpoint(false, HELLO);
    closed.close();
    RemoteEndpoint removed = endpoint(false, HELLO);
    removed.remove();
    assertThat(closed.wake().succeeded()).isTrue();
    assertThat(removed.wake().succeeded()).isTrue();
    assertThat(closed.isAsleep()).isFalse();
    assertThat(fake.owner).isNull();
  }

  /** The provider itself has to say it. */
  @Test
  void whoseServicesNobodyTellsIsOpenedAtOnce() {
    assertThat(endpoint(false).isAsleep()).isFalse();
    assertThat(fake.owner).isNotNull();
  }

  @Test
  void whoseServicesNobodyTellsAnyMoreIsOpened() {
    RemoteEndpoint endpoint = endpoint(false, HELLO);
    endpoint.update(instance());
    assertThat(endpoint.isAsleep()).isFalse();
    assertThat(fake.owner.isNamed()).isFalse();
  }
}
