package dev.vertxmesh.discovery.announced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.kind.JoinedRegistry;
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

class AnnouncedServicesTest {

  private final Vertx vertx = Vertx.vertx();
  private final QuietRegistry own = new QuietRegistry();
  private final Told dubbo = new Told();
  private final AnnouncedServices services =
      new AnnouncedServices(
          vertx, new JoinedRegistry(vertx, "both", own, dubbo), AnnouncedServicesTest::instance);

  @AfterEach
  void close() {
    vertx.close();
  }

  private static Instance instance(AnnouncedServices.Offer offer) {
    int port = offer.protocol().equals(Protocol.GRPC) ? 20000 : 20001;
    return new Instance(
        offer.protocol(), "i", "10.0.0.9", port, List.of(offer.service()), 100, Map.of(), 0, 0);
  }

  private void known(String... names) {
    services.announce(Stream.of(names).map(AnnouncedServicesTest::of).toList());
  }

  private static Instance of(String service) {
    List<ServiceKey> services = List.of(ServiceKey.parse(service));
    return new Instance(Instance.newId("h", 1), "h", 1, services, 1, Map.of(), 0, 0);
  }

  @Test
  void whatAgentsHaveIsAnnouncedOnceAndFollowed() {
    known("a.Hello", "a.Hello", "a.Users:1.0@blue");
    assertThat(dubbo.there).containsExactlyInAnyOrder("a.Hello", "a.Users:1.0@blue");
    assertThat(dubbo.last.address()).hasToString("10.0.0.9:20001");
    known("a.Users:1.0@blue", "a.Other");
    assertThat(dubbo.there).containsExactlyInAnyOrder("a.Users:1.0@blue", "a.Other");
  }

  @Test
  void whatGrpcServersAloneHaveIsCalledByTriple() {
    Instance plain = of("a.Hello");
    Instance grpc = plain.standingBefore(List.of(ProviderAddress.parse("grpc://10.0.0.7:50051")));
    services.announce(List.of(grpc));
    assertThat(dubbo.last.protocol()).isEqualTo(Protocol.GRPC);
    assertThat(dubbo.last.address()).hasToString("10.0.0.9:20000");
    services.announce(List.of(grpc, plain));
    assertThat(dubbo.last.address()).hasToString("10.0.0.9:20001");
    assertThat(dubbo.there).containsExactly("a.Hello");
  }

  @Test
  void whatIsCalledByAnotherProtocolFromNowOnIsNeverMissing() {
    Instance plain = of("a.Hello");
    services.announce(List.of(plain));
    dubbo.slow = Promise.promise();
    services.announce(
        List.of(plain.standingBefore(List.of(ProviderAddress.parse("grpc://10.0.0.7:50051")))));
    assertThat(dubbo.notes).as("it's about to be there").containsExactly("a.Hello", "a.Hello");
    dubbo.slow.complete();
    assertThat(dubbo.notes).containsExactly("a.Hello", "a.Hello", "not a.Hello");
    assertThat(dubbo.last.protocol()).isEqualTo(Protocol.GRPC);
  }

  @Test
  void afterTheEndNothingIsThere() {
    known("a.Hello", "a.Users");
    assertThat(services.end().succeeded()).isTrue();
    known("a.Other");
    assertThat(dubbo.there).isEmpty();
  }

  @Test
  void theEndWaitsForWhatIsOnItsWayAndTakesThatBackToo() {
    dubbo.slow = Promise.promise();
    known("a.Hello");
    Future<Void> end = services.end();
    assertThat(end.isComplete()).isFalse();
    dubbo.slow.complete();
    assertThat(end.succeeded()).isTrue();
    assertThat(dubbo.notes).containsExactly("a.Hello", "not a.Hello");
  }

  @Test
  void whatIsOnItsWayWhenItIsNotWantedAnyMoreIsTakenBackWhenItHasArrived() {
    dubbo.slow = Promise.promise();
    known("a.Hello");
    known();
    dubbo.slow.complete();
    assertThat(dubbo.notes).containsExactly("a.Hello", "not a.Hello");
  }

  @Test
  void whatIsWantedAgainBeforeItHasArrivedStays() {
    dubbo.slow = Promise.promise();
    known("a.Hello");
    known();
    known("a.Hello");
    dubbo.slow.complete();
    assertThat(dubbo.notes).containsExactly("a.Hello");
  }

  @Test
  void whatCanNotBeAnnouncedNowIsTriedAgain() {
    dubbo.failure = new IllegalStateException("it's away");
    known("a.Hello");
    assertThat(dubbo.there).isEmpty();
    dubbo.failure = null;
    await().until(() -> dubbo.there.contains("a.Hello"));
  }

  @Test
  void whatCanNeverBeAnnouncedKeepsNobodyElseBack() {
    dubbo.failure = new IllegalArgumentException("it can't be written");
    known("a.B&c");
    dubbo.failure = null;
    known("a.B&c", "a.Hello");
    assertThat(dubbo.there).containsExactly("a.Hello");
  }

  @Test
  void aRegistryWithoutDubbosLayoutIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AnnouncedServices(vertx, own, AnnouncedServicesTest::instance))
        .withMessage(
            "--announce-dubbo: Dubbo consumers don't look into told; expected --registry"
                + " zookeeper://…, nacos://…, or etcd://… with dubbo=ROOT, such as ?dubbo=/dubbo");
  }

  /** Has what it's told, and nothing else. */
  private static final class Told extends QuietRegistry {
    private final List<String> there = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private volatile RuntimeException failure;
    private volatile Instance last;
    private Promise<Void> slow;

    @Override
    public Future<Registration> announce(Instance instance) {
      if (failure != null) {
        return Future.failedFuture(failure);
      }
      String service = instance.services().get(0).toString();
      there.add(service);
      notes.add(service);
      last = instance;
      Registration registration =
          () -> {
            there.remove(service);
            notes.add("not " + service);
            return Future.succeededFuture();
          };
      return slow == null
          ? Future.succeededFuture(registration)
          : slow.future().map(done -> registration);
    }
  }
}
