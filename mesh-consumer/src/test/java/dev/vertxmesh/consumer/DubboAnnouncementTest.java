package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.kind.JoinedRegistry;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.testing.registry.QuietRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DubboAnnouncementTest {

  private final Vertx vertx = Vertx.vertx();
  private final Told own = new Told();
  private final Told dubbo = new Told();
  private final DubboAnnouncement announcement =
      new DubboAnnouncement(vertx, new JoinedRegistry(vertx, "both", own, dubbo), "10.0.0.9");

  @AfterEach
  void close() {
    vertx.close();
  }

  private void known(String... services) {
    own.listener.accept(Stream.of(services).map(DubboAnnouncementTest::of).toList());
  }

  private static Instance of(String service) {
    List<ServiceKey> services = List.of(ServiceKey.parse(service));
    return new Instance(Instance.newId("h", 1), "h", 1, services, 1, Map.of(), 0, 0);
  }

  @Test
  void whatAgentsHaveIsAnnouncedOnceAndFollowed() {
    announcement.begin(20001, 20000);
    known("a.Hello", "a.Hello", "a.Users:1.0@blue");
    assertThat(dubbo.there).containsExactlyInAnyOrder("a.Hello", "a.Users:1.0@blue");
    assertThat(dubbo.last.address()).hasToString("10.0.0.9:20001");
    known("a.Users:1.0@blue", "a.Other");
    assertThat(dubbo.there).containsExactlyInAnyOrder("a.Users:1.0@blue", "a.Other");
  }

  @Test
  void whatGrpcServersAloneHaveIsCalledByTriple() {
    announcement.begin(20001, 20000);
    Instance plain = of("a.Hello");
    Instance grpc = plain.standingBefore(List.of(ProviderAddress.parse("grpc://10.0.0.7:50051")));
    own.listener.accept(List.of(grpc));
    assertThat(dubbo.last.protocol()).isEqualTo(Protocol.GRPC);
    assertThat(dubbo.last.address()).hasToString("10.0.0.9:20000");
    own.listener.accept(List.of(grpc, plain));
    assertThat(dubbo.last.address()).hasToString("10.0.0.9:20001");
    assertThat(dubbo.there).containsExactly("a.Hello");
  }

  @Test
  void afterTheEndNothingIsThere() {
    announcement.begin(20001, 20000);
    known("a.Hello", "a.Users");
    assertThat(announcement.end().succeeded()).isTrue();
    known("a.Other");
    assertThat(dubbo.there).isEmpty();
  }

  @Test
  void aRegistryWithoutDubbosLayoutIsRefused() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> new DubboAnnouncement(vertx, own, "h"))
        .withMessage(
            "--announce-dubbo: Dubbo consumers don't look into told; expected --registry"
                + " zookeeper://…, nacos://…, or etcd://… with dubbo=ROOT, such as ?dubbo=/dubbo");
  }

  /** Has what it's told, and nothing else. */
  private static final class Told extends QuietRegistry {
    private final List<String> there = new CopyOnWriteArrayList<>();
    private volatile Instance last;
    private Consumer<List<Instance>> listener;

    @Override
    public Future<Registration> announce(Instance instance) {
      String service = instance.services().get(0).toString();
      there.add(service);
      last = instance;
      Registration registration =
          () -> {
            there.remove(service);
            return Future.succeededFuture();
          };
      return Future.succeededFuture(registration);
    }

    @Override
    public Future<Void> watch(Consumer<List<Instance>> told) {
      listener = told;
      return Future.succeededFuture();
    }
  }
}
