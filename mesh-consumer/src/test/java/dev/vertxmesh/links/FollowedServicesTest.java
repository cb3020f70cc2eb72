package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowedServicesTest {

  private static final ServiceKey ORDERS = ServiceKey.of("com.x.Orders");

  private final List<ServiceKey> told = new ArrayList<>();
  private final Promise<Void> known = Promise.promise();
  private final Set<ServiceKey> served = new HashSet<>();
  private final List<Runnable> impatient = new ArrayList<>();
  private final List<Runnable> ofNobody = new ArrayList<>();
  private Runnable minute;
  private final LazyConnectFilter.Waking waking =
      new FollowedServices(this::follow, this::later).before(new Links());

  private Future<Void> follow(ServiceKey service) {
    told.add(service);
    return known.future();
  }

  private void later(long millis, Runnable work) {
    if (millis == FollowedServices.PATIENCE_MILLIS) {
      impatient.add(work);
    } else if (millis == FollowedServices.NOBODY_MILLIS) {
      ofNobody.add(work);
    } else {
      assertThat(millis).isEqualTo(60_000);
      minute = work;
    }
  }

  /** Of whoever is known, and all of them open. */
  private final class Links implements LazyConnectFilter.Waking {

    @Override
    public boolean mustWait(ServiceKey service) {
      return false;
    }

    @Override
    public boolean isKnown(ServiceKey service) {
      return served.contains(service);
    }

    @Override
    public Future<Void> begin(ServiceKey service) {
      return Future.succeededFuture();
    }
  }

  @Test
  void theFirstCallHasAServiceFollowedAndOthersWaitWithIt() {
    assertThat(waking.mustWait(ORDERS)).isTrue();
    Future<Void> first = waking.begin(ORDERS);
    assertThat(waking.mustWait(ORDERS)).isTrue();
    Future<Void> second = waking.begin(ORDERS);
    assertThat(first.isComplete() || second.isComplete()).isFalse();
    known.complete();
    assertThat(first.succeeded() && second.succeeded()).isTrue();
    assertThat(waking.mustWait(ORDERS)).isFalse();
    assertThat(told).containsExactly(ORDERS);
    assertThat(impatient).as("nobody else is known").isEmpty();
  }

  @Test
  void callsOfAServiceThatSomebodyServesDoNotWaitForARegistryThatSaysNothing() {
    served.add(ORDERS);
    Future<Void> first = waking.begin(ORDERS);
    assertThat(first.isComplete()).as("there may be others").isFalse();
    impatient.remove(0).run();
    assertThat(first.succeeded()).isTrue();
    assertThat(waking.mustWait(ORDERS)).isFalse();
    served.clear();
    assertThat(waking.mustWait(ORDERS)).as("now there's nobody").isTrue();
    assertThat(waking.begin(ORDERS).isComplete()).isFalse();
    assertThat(told).containsExactly(ORDERS);
  }

  @Test
  void callsOfAServiceThatSomebodyServesWaitForARegistryThatAnswersSoon() {
    served.add(ORDERS);
    Future<Void> first = waking.begin(ORDERS);
    known.complete();
    assertThat(first.succeeded()).isTrue();
    assertThat(waking.mustWait(ORDERS)).isFalse();
  }

  /** It may have had no place for one more, or somebody may have come. */
  @Test
  void theRegistryIsAskedAgainSoonIfItToldOfNobody() {
    waking.begin(ORDERS);
    known.complete();
    assertThat(waking.mustWait(ORDERS)).isFalse();
    ofNobody.remove(0).run();
    assertThat(waking.mustWait(ORDERS)).isTrue();
    served.add(ORDERS);
    waking.begin(ORDERS);
    assertThat(told).containsExactly(ORDERS, ORDERS);
    assertThat(ofNobody).as("now somebody is there").isEmpty();
  }

  @Test
  void theRegistryIsToldOnceAMinuteThatItIsCalled() {
    waking.begin(ORDERS);
    known.complete();
    minute.run();
    waking.mustWait(ORDERS);
    waking.mustWait(ORDERS);
    minute.run();
    assertThat(told).hasSize(3);
    minute.run();
    assertThat(told).as("it wasn't called").hasSize(3);
    assertThat(waking.mustWait(ORDERS)).as("and has to be followed anew").isTrue();
  }
}
