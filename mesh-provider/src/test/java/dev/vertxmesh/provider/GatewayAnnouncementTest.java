package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.kind.JoinedRegistry;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.testing.registry.QuietRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatewayAnnouncementTest {

  private final Vertx vertx = Vertx.vertx();
  private final Dubbo dubbo = new Dubbo();
  private Instance self;
  private final GatewayAnnouncement announcement =
      announcement(new JoinedRegistry(vertx, "both", new QuietRegistry(), dubbo));

  private GatewayAnnouncement announcement(Registry registry) {
    return new GatewayAnnouncement(vertx, registry, HostPort.parse("10.0.0.9:20001"), () -> self);
  }

  @AfterEach
  void close() {
    vertx.close();
  }

  private void serve(String... services) {
    List<ServiceKey> keys = Stream.of(services).map(ServiceKey::parse).toList();
    self = new Instance("i", "10.0.0.7", 30000, keys, 1, Map.of("zone", "a"), 0, 0);
    announcement.update();
  }

  @Test
  void whatTheAgentServesIsAnnouncedAtTheGatewayAndFollowed() {
    announcement.update();
    assertThat(dubbo.there).isEmpty();
    serve("a.Hello", "a.Users:1.0@blue");
    assertThat(dubbo.services()).containsExactlyInAnyOrder("a.Hello", "a.Users:1.0@blue");
    assertThat(dubbo.there)
        .allSatisfy(
            one -> {
              assertThat(one.protocol()).isEqualTo(Protocol.DUBBO);
              assertThat(one.address()).hasToString("10.0.0.9:20001");
            });
    serve("a.Users:1.0@blue");
    assertThat(dubbo.services()).containsExactly("a.Users:1.0@blue");
  }

  @Test
  void anEntrySaysWhichAgentItIsFromAndIsAnApplicationOfOneService() {
    serve("a.Users:1.0@blue");
    assertThat(dubbo.there.get(0).tags())
        .isEqualTo(Map.of("agent", "10.0.0.7:30000", "application", "vertx-mesh.a.Users-1.0-blue"));
  }

  @Test
  void whatDubbosUrlsCanNotHaveInAnAddressIsADash() {
    List<ServiceKey> hello = List.of(ServiceKey.of("a.Hello"));
    self = new Instance("i", "fe80::1%eth0", 30000, hello, 1, Map.of(), 0, 0);
    announcement.update();
    assertThat(dubbo.there.get(0).tags()).containsEntry("agent", "-fe80::1-eth0-:30000");
  }

  @Test
  void whatAGrpcServerHasIsCalledByTriple() {
    serve();
    self =
        self.serving(List.of(ServiceKey.of("a.Hello")))
            .standingBefore(List.of(ProviderAddress.parse("grpc://10.0.0.7:50051")));
    announcement.update();
    assertThat(dubbo.there.get(0).protocol()).isEqualTo(Protocol.GRPC);
  }

  @Test
  void whatIsNotInTheAgentsRegistryAnyMoreIsNotInDubbosLayout() {
    serve("a.Hello");
    self = null;
    announcement.update();
    assertThat(dubbo.there).isEmpty();
  }

  @Test
  void afterTheEndNothingIsThereAndNothingComesBack() {
    serve("a.Hello");
    assertThat(announcement.end().succeeded()).isTrue();
    assertThat(dubbo.there).isEmpty();
    serve("a.Hello", "a.Users");
    assertThat(dubbo.there).isEmpty();
  }

  @Test
  void anEndDoesNotWaitForARegistryThatDoesNotAnswer() {
    dubbo.withdrawn = Promise.promise();
    serve("a.Hello");
    Future<Void> end = announcement.end();
    assertThat(end.isComplete()).isFalse();
    await().until(end::succeeded);
    assertThat(dubbo.withdrawn.future().isComplete()).isFalse();
  }

  @Test
  void aRegistryWithoutDubbosLayoutIsRefused() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> announcement(new QuietRegistry()))
        .withMessage(
            "--announce-dubbo: Dubbo consumers don't look into told; expected --registry"
                + " zookeeper://…, nacos://…, or etcd://… with dubbo=ROOT, such as ?dubbo=/dubbo");
  }

  /** Has what it's told, and nothing else. */
  private static final class Dubbo extends QuietRegistry {
    private final List<Instance> there = new CopyOnWriteArrayList<>();
    private Promise<Void> withdrawn = Promise.promise();

    private Dubbo() {
      withdrawn.complete();
    }

    private List<String> services() {
      return there.stream().map(one -> one.services().get(0).toString()).toList();
    }

    @Override
    public Future<Registration> announce(Instance instance) {
      there.add(instance);
      return Future.succeededFuture(
          () -> {
            there.remove(instance);
            return withdrawn.future();
          });
    }
  }
}
