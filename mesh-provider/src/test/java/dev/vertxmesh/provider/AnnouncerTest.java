package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.Announcer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnnouncerTest {

  private static final Instance HELLO =
      new Instance("i", "h", 1, List.of(ServiceKey.of("a.Hello")), 1, Map.of(), 0, 0);

  private final NotedRegistry registry = new NotedRegistry();
  private final Announcer announcer = new Announcer(registry);

  @Test
  void saysOnlyWhatHasChanged() {
    announcer.announce(HELLO);
    announcer.announce(HELLO);
    announcer.announce(HELLO.weighing(5, Map.of()));
    assertThat(registry.notes).containsExactly("announce a.Hello x1", "replace a.Hello x5");
    assertThat(announcer.announced().weight()).isEqualTo(5);
  }

  @Test
  void whatWasTakenOutCanComeBack() {
    announcer.announce(HELLO);
    announcer.retract();
    announcer.retract();
    assertThat(announcer.announced()).isNull();
    announcer.announce(HELLO);
    assertThat(registry.notes)
        .containsExactly("announce a.Hello x1", "withdraw", "announce a.Hello x1");
  }

  @Test
  void whatWasWithdrawnForGoodDoesNot() {
    announcer.announce(HELLO);
    announcer.withdraw();
    assertThat(announcer.announce(HELLO).succeeded()).isTrue();
    assertThat(registry.notes).containsExactly("announce a.Hello x1", "withdraw");
  }

  @Test
  void whatFailedCanBeDoneAgain() {
    registry.refuses = true;
    assertThat(announcer.announce(HELLO).failed()).isTrue();
    registry.refuses = false;
    announcer.announce(HELLO);
    registry.refuses = true;
    assertThat(announcer.retract().failed()).isTrue();
    assertThat(announcer.announced()).isNull(); // nobody can say
    registry.refuses = false;
    announcer.retract();
    assertThat(registry.notes).containsExactly("announce a.Hello x1", "withdraw");
  }

  @Test
  void whatMayHaveBeenTakenOutIsAnnouncedAnew() {
    announcer.announce(HELLO);
    registry.refuses = true;
    announcer.retract();
    registry.refuses = false;
    announcer.announce(HELLO);
    assertThat(registry.notes).containsExactly("announce a.Hello x1", "announce a.Hello x1");
  }

  @Test
  void ofAllThatIsAskedForMeanwhileTheLastIsDone() {
    registry.slow = Promise.promise();
    Future<Void> first = announcer.announce(HELLO);
    Future<Void> second = announcer.announce(HELLO.weighing(2, Map.of()));
    announcer.retract();
    Future<Void> last = announcer.announce(HELLO.weighing(5, Map.of()));
    assertThat(first.isComplete()).isFalse();
    registry.goOn();
    assertThat(List.of(first, second, last)).allMatch(Future::succeeded);
    assertThat(registry.notes).containsExactly("announce a.Hello x1", "replace a.Hello x5");
  }
}
