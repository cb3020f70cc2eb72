package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FollowedServicesTest {

  private static final ServiceKey ORDERS = ServiceKey.of("com.x.Orders");

  private final List<ServiceKey> told = new ArrayList<>();
  private final Promise<Void> known = Promise.promise();
  private Runnable minute;
  private final FollowedServices followed =
      new FollowedServices(
          service -> {
            told.add(service);
            return known.future();
          },
          (millis, work) -> {
            assertThat(millis).isEqualTo(60_000);
            minute = work;
          });

  @Test
  void theFirstCallHasAServiceFollowedAndOthersWaitWithIt() {
    assertThat(followed.isKnown(ORDERS)).isFalse();
    Future<Void> first = followed.begin(ORDERS);
    assertThat(followed.isKnown(ORDERS)).isFalse();
    assertThat(followed.begin(ORDERS)).isSameAs(first);
    known.complete();
    assertThat(followed.isKnown(ORDERS)).isTrue();
    assertThat(told).containsExactly(ORDERS);
  }

  @Test
  void theRegistryIsToldOnceAMinuteThatItIsCalled() {
    followed.begin(ORDERS);
    known.complete();
    minute.run();
    followed.isKnown(ORDERS);
    followed.isKnown(ORDERS);
    minute.run();
    assertThat(told).hasSize(3);
    minute.run();
    assertThat(told).as("it wasn't called").hasSize(3);
    assertThat(followed.isKnown(ORDERS)).as("and has to be followed anew").isFalse();
  }
}
