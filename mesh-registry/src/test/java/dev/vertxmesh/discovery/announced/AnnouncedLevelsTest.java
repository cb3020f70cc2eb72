package dev.vertxmesh.discovery.announced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.testing.registry.QuietRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnnouncedLevelsTest {

  private final Vertx vertx = Vertx.vertx();
  private final Told interfaces = new Told();
  private final Told applications = new Told();
  private final AnnouncedLevels levels = new AnnouncedLevels(vertx, interfaces, applications);
  private int ids;

  @AfterEach
  void close() {
    levels.close();
    vertx.close();
  }

  private Registration announced(Protocol protocol, int port, String service) {
    Instance one = AnnouncedApplicationTest.instance(protocol, port, service);
    return levels
        .announce(
            new Instance(
                one.protocol(),
                "id-" + ++ids,
                one.host(),
                one.port(),
                one.services(),
                one.weight(),
                one.tags(),
                0,
                one.startedAtMillis()))
        .result();
  }

  @Test
  void allServicesOfAPortAreOneInstance() {
    announced(Protocol.DUBBO, 20001, "a.Users");
    Registration hello = announced(Protocol.DUBBO, 20001, "a.Hello");
    announced(Protocol.GRPC, 20000, "a.Grpc");
    assertThat(interfaces.there.values())
        .containsExactlyInAnyOrder("[a.Users]", "[a.Hello]", "[a.Grpc]");
    assertThat(applications.there.values())
        .containsExactlyInAnyOrder("[a.Hello, a.Users]", "[a.Grpc]");
    hello.withdraw();
    assertThat(interfaces.there.values()).containsExactlyInAnyOrder("[a.Users]", "[a.Grpc]");
    assertThat(applications.there.values()).containsExactlyInAnyOrder("[a.Users]", "[a.Grpc]");
  }

  @Test
  void withTheLastServiceTheInstanceGoes() {
    Registration users = announced(Protocol.DUBBO, 20001, "a.Users");
    assertThat(levels.ports()).isEqualTo(1);
    assertThat(users.withdraw().succeeded()).isTrue();
    assertThat(interfaces.there).isEmpty();
    assertThat(applications.there).isEmpty();
    await("it's forgotten").until(() -> levels.ports() == 0);
    announced(Protocol.DUBBO, 20001, "a.Users");
    assertThat(applications.there.values()).containsExactly("[a.Users]");
  }

  @Test
  void whileARegistryIsToldTheOthersWaitAndAreToldTogether() {
    Promise<Void> slow = Promise.promise();
    applications.slow = slow;
    announced(Protocol.DUBBO, 20001, "a.A");
    announced(Protocol.DUBBO, 20001, "a.B");
    announced(Protocol.DUBBO, 20001, "a.C");
    applications.slow = null;
    slow.complete();
    assertThat(applications.notes).containsExactly("[a.A]", "[a.A, a.B, a.C]");
  }

  @Test
  void whatTheApplicationLevelCanNotHaveNowIsAtTheOtherAndTriedAgain() {
    applications.isAway = true;
    announced(Protocol.DUBBO, 20001, "a.Users");
    assertThat(interfaces.there).hasSize(1);
    assertThat(applications.there).isEmpty();
    applications.isAway = false;
    await().until(() -> applications.there.size() == 1);
  }

  @Test
  void whatTheInterfaceLevelRefusesIsAtNone() {
    interfaces.isAway = true;
    Instance users = AnnouncedApplicationTest.instance(Protocol.DUBBO, 20001, "a.Users");
    assertThat(levels.announce(users).failed()).isTrue();
    assertThat(applications.notes).isEmpty();
  }

  /** Has what it's told, and nothing else. */
  private static final class Told extends QuietRegistry {
    private final Map<String, String> there = new ConcurrentHashMap<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private volatile boolean isAway;
    private Promise<Void> slow;

    private Future<Void> put(Instance instance) {
      if (isAway) {
        return Future.failedFuture(new IllegalStateException("it's away"));
      }
      notes.add(instance.services().toString());
      there.put(instance.id(), instance.services().toString());
      return slow == null ? Future.succeededFuture() : slow.future();
    }

    @Override
    public Future<Registration> announce(Instance instance) {
      return put(instance)
          .map(
              done ->
                  new Registration() {
                    @Override
                    public Future<Void> replace(Instance other) {
                      return put(other);
                    }

                    @Override
                    public Future<Void> withdraw() {
                      there.remove(instance.id());
                      return Future.succeededFuture();
                    }
                  });
    }
  }
}
