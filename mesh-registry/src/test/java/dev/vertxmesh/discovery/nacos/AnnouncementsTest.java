package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.nacos.Announcements.Host;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnnouncementsTest extends NacosFixture {

  private final Announcements announcements = new Announcements(session);

  /** The services that have somebody. */
  private final Set<String> there = ConcurrentHashMap.newKeySet();

  private final AtomicInteger refusals = new AtomicInteger();

  @BeforeEach
  void answer() {
    fake.answers.put("InstanceRequest", this::take);
  }

  private JsonObject take(Payload payload) {
    JsonObject request = body(payload);
    String service = request.getString("serviceName");
    if (request.getString("type").equals("registerInstance")) {
      there.add(service);
    } else if (service.equals("a") && refusals.getAndDecrement() > 0) {
      return refusal(403, "not now");
    } else {
      there.remove(service);
    }
    return done();
  }

  private static <T> Future<T> ended(Future<T> future) {
    await().until(future::isComplete);
    return future;
  }

  @Test
  void whomAServerRefusesToTakeOutIsTakenOutLaterAndTheOthersAtOnce() {
    long connection = ended(announcements.grant()).result();
    List<Host> hosts =
        List.of(new Host("a", "10.0.0.7", 1, Map.of()), new Host("b", "10.0.0.7", 1, Map.of()));
    assertThat(ended(announcements.put(connection, "name", "value", hosts)).succeeded()).isTrue();
    assertThat(there).containsExactlyInAnyOrder("a", "b");
    refusals.set(1);
    Future<Void> gone = ended(announcements.delete("name"));
    assertThat(gone.cause()).isInstanceOf(NacosFailure.class).hasMessageContaining("not now");
    assertThat(there).doesNotContain("b");
    await().until(there::isEmpty);
    assertThat(session.client().isConnected(connection)).isTrue();
  }
}
