package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DirectEndpointTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");
  private static final int LOOPS = 2;

  private final Vertx vertx = Vertx.vertx();
  private final FakeKind fake = new FakeKind();
  private int changes;

  @AfterEach
  void close() {
    vertx.close();
  }

  private DirectEndpoint endpoint(int limit, ServiceKey... services) {
    BackendFactory factory = fake.with(new BackendSettings(1024, 1024, List.of(), false));
    DirectSetup setup =
        new DirectSetup(
            vertx.getOrCreateContext(), Map.of(fake.name(), factory), LOOPS, System::nanoTime);
    return new DirectEndpoint(instance(limit, services), setup, () -> changes++);
  }

  private static Instance instance(int limit, ServiceKey... services) {
    return new Instance(
        new Protocol("fake"), "id", "h", 7, List.of(services), 1, Map.of(), limit, 0);
  }

  @Test
  void isNamedByItsProtocolAndAddress() {
    DirectEndpoint endpoint = endpoint(0);
    assertThat(endpoint.key()).isEqualTo("fake://h:7");
    assertThat(fake.owner.where()).isEqualTo("fake h:7");
    assertThat(fake.owner.advice()).isEqualTo("name it in the registry");
  }

  @Test
  void isOpenWhileItsBridgeIsConnected() {
    DirectEndpoint endpoint = endpoint(0);
    assertThat(endpoint.isOpen()).isFalse();
    fake.connect();
    assertThat(endpoint.isOpen()).isTrue();
    assertThat(endpoint.tried().isComplete()).isTrue();
    fake.connected = false;
    fake.observer.onDisconnected("it left");
    assertThat(endpoint.isOpen()).isFalse();
    assertThat(endpoint.state()).isEqualTo("fake h:7 it left");
  }

  @Test
  void servesWhatTheProviderSaysWhereTheRegistryDoesNot() {
    DirectEndpoint endpoint = endpoint(0);
    fake.tell(List.of(HELLO));
    fake.tell(List.of(HELLO));
    assertThat(endpoint.services()).containsExactly(HELLO);
    assertThat(changes).isEqualTo(1);
  }

  @Test
  void servesWhatTheRegistrySays() {
    DirectEndpoint endpoint = endpoint(0, HELLO);
    fake.tell(List.of(ServiceKey.of("com.x.Other")));
    assertThat(endpoint.services()).containsExactly(HELLO);
    assertThat(changes).isZero();
  }

  /** There may be hundreds that aren't there. */
  @Test
  void isAskedOnceItIsThereIfTheRegistryNamesIt() {
    endpoint(0, HELLO);
    fake.observer.onDisconnected("nobody is there");
    assertThat(fake.asked).isZero();
    fake.connect();
    assertThat(fake.asked).isEqualTo(1);
    fake.connect();
    assertThat(fake.asked).as("whoever is there now").isEqualTo(2);
  }

  @Test
  void isAskedAtOnceIfTheRegistryNamesNothing() {
    endpoint(0);
    assertThat(fake.asked).isEqualTo(1);
  }

  @Test
  void isAskedWhenTheRegistryNamesNothingAnyMore() {
    DirectEndpoint endpoint = endpoint(0, HELLO);
    assertThat(fake.owner.isNamed()).isTrue();
    endpoint.update(instance(0));
    assertThat(fake.owner.isNamed()).isFalse();
    assertThat(fake.asked).isEqualTo(1);
  }

  @Test
  void takesALoopsShareOfItsLimit() {
    assertThat(limitOf(endpoint(0))).isEqualTo(fake.limit / LOOPS);
    assertThat(limitOf(endpoint(10))).isEqualTo(10 / LOOPS);
  }

  private int limitOf(DirectEndpoint endpoint) {
    fake.connect();
    return endpoint.freeCredit();
  }

  @Test
  void reportsALimitThatSomebodySaid() {
    assertThat(endpoint(0).reportedLimit()).isZero();
    assertThat(endpoint(10).reportedLimit()).isEqualTo(10);
    DirectEndpoint endpoint = endpoint(0);
    fake.threads = 30;
    fake.limit = 28;
    fake.tell(List.of(HELLO));
    assertThat(endpoint.reportedLimit()).isEqualTo(28);
    assertThat(limitOf(endpoint)).isEqualTo(28 / LOOPS);
  }

  @Test
  void sendsTheProviderNothingOfItsOwn() {
    endpoint(0);
    assertThat(fake.watched).isFalse();
  }

  @Test
  void closesItsBridgeWhenItIsGone() {
    DirectEndpoint endpoint = endpoint(0);
    fake.connect();
    String before = endpoint.state();
    endpoint.remove();
    assertThat(endpoint.state()).isEqualTo(before).endsWith(" open");
    assertThat(fake.closed).isTrue();
    assertThat(endpoint.isOpen()).isFalse();
  }
}
