package dev.vertxmesh.bridge.dubbo.exports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BeliefTest {

  private final Belief belief = new Belief();

  @Test
  void servicesAreBelievedAtOnce() {
    belief.take(found("com.x.A", "com.x.B"));
    belief.take(found("com.x.A"));
    assertThat(belief.held()).isEqualTo(found("com.x.A"));
  }

  @Test
  void thatThereAreNoneIsBelievedTheThirdTime() {
    belief.take(found("com.x.A"));
    belief.take(found());
    belief.take(found());
    assertThat(belief.held()).isEqualTo(found("com.x.A"));
    belief.take(found());
    assertThat(belief.held()).isEqualTo(found());
  }

  @Test
  void onlyTimesInARowCount() {
    belief.take(found("com.x.A"));
    for (int i = 0; i < Belief.EMPTY_TIMES; i++) {
      belief.take(found());
      belief.take(found());
      if (i % 2 == 0) {
        belief.silence();
      } else {
        belief.take(found("com.x.A"));
      }
    }
    assertThat(belief.held()).isEqualTo(found("com.x.A"));
  }

  @Test
  void silenceNeverTakesAnythingAway() {
    belief.take(found("com.x.A"));
    for (int i = 0; i < 10; i++) {
      belief.silence();
    }
    assertThat(belief.held()).isEqualTo(found("com.x.A"));
  }

  private static Found found(String... services) {
    return new Found(
        new Exports(Arrays.stream(services).map(ServiceKey::of).map(Export::of).toList()), "test");
  }
}
