package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleLinksTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");
  private static final ServiceKey OTHER = ServiceKey.of("com.x.Other");
  private static final ServiceKey HASHED = ServiceKey.of("com.x.Hashed");

  private final IdleLinks idleLinks = new IdleLinks(HASHED::equals);
  private final Bed first = new Bed();
  private final Bed second = new Bed();

  private static final class Bed implements IdleLink {
    private boolean asleep = true;
    private boolean open;
    private Promise<Void> attempt = Promise.promise();

    @Override
    public boolean isAsleep() {
      return asleep;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public Future<Void> tried() {
      return attempt.future();
    }

    @Override
    public Future<Void> wake() {
      asleep = false;
      return attempt.future();
    }

    void ends(boolean well) {
      open = well;
      attempt.complete();
    }

    Bed awake() {
      asleep = false;
      ends(true);
      return this;
    }
  }

  private void hello(Bed... beds) {
    idleLinks.update(Map.of(HELLO, List.of(beds), OTHER, List.of(new Bed().awake())));
  }

  @Test
  void whereNobodySleepsThereIsNothingToWaitFor() {
    hello(first.awake());
    assertThat(idleLinks.wake(HELLO)).isNull();
    assertThat(idleLinks.wake(ServiceKey.of("com.x.Unknown"))).isNull();
  }

  @Test
  void aCallWaitsForTheFirstThatIsOpen() {
    hello(first, second);
    Future<Void> awake = idleLinks.wake(HELLO);
    assertThat(idleLinks.wake(OTHER)).isNull();
    first.ends(false);
    assertThat(awake.isComplete()).isFalse();
    second.ends(true);
    assertThat(awake.succeeded()).isTrue();
    assertThat(idleLinks.wake(HELLO)).isNull();
  }

  @Test
  void orUntilNoneCanBeReached() {
    hello(first, second);
    Future<Void> awake = idleLinks.wake(HELLO);
    first.ends(false);
    second.ends(false);
    assertThat(awake.succeeded()).isTrue();
  }

  @Test
  void callsThatComeMeanwhileWaitToo() {
    hello(first);
    Future<Void> awake = idleLinks.wake(HELLO);
    assertThat(idleLinks.wake(HELLO)).isSameAs(awake);
    hello(first, second.awake()); // the registry tells something new
    assertThat(idleLinks.wake(HELLO)).isSameAs(awake);
    first.ends(true);
    assertThat(idleLinks.wake(HELLO)).isNull();
  }

  @Test
  void whereOneIsOpenTheOthersAreWokenInPassing() {
    hello(first, second.awake());
    assertThat(idleLinks.wake(HELLO)).isNull();
    assertThat(first.isAsleep()).isFalse();
  }

  @Test
  void aCallThatBelongsToOneOfThemWaitsForAll() {
    idleLinks.update(Map.of(HASHED, List.of(first, second, new Bed().awake())));
    Future<Void> awake = idleLinks.wake(HASHED);
    first.ends(true);
    assertThat(awake.isComplete()).isFalse();
    second.ends(false);
    assertThat(awake.succeeded()).isTrue();
  }
}
