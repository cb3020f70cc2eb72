package dev.vertxmesh.bridge.dubbo.exports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExportsDebounceTest {

  private final ExportsDebounce debounce = new ExportsDebounce();

  @Test
  void servicesAreBelievedAtOnce() {
    debounce.take(found("com.x.A", "com.x.B"));
    debounce.take(found("com.x.A"));
    assertThat(debounce.held()).isEqualTo(found("com.x.A"));
  }

  @Test
  void thatThereAreNoneIsBelievedTheThirdTime() {
    debounce.take(found("com.x.A"));
    debounce.take(found());
    debounce.take(found());
    assertThat(debounce.held()).isEqualTo(found("com.x.A"));
    debounce.take(found());
    assertThat(debounce.held()).isEqualTo(found());
  }

  @Test
  void onlyTimesInARowCount() {
    debounce.take(found("com.x.A"));
    for (int i = 0; i < ExportsDebounce.EMPTY_TIMES; i++) {
      debounce.take(found());
      debounce.take(found());
      if (i % 2 == 0) {
        debounce.silence();
      } else {
        debounce.take(found("com.x.A"));
      }
    }
    assertThat(debounce.held()).isEqualTo(found("com.x.A"));
  }

  @Test
  void silenceNeverTakesAnythingAway() {
    debounce.take(found("com.x.A"));
    for (int i = 0; i < 10; i++) {
      debounce.silence();
    }
    assertThat(debounce.held()).isEqualTo(found("com.x.A"));
  }

  private static FoundExports found(String... services) {
    return new FoundExports(
        new Exports(Arrays.stream(services).map(ServiceKey::of).map(Export::of).toList()), "test");
  }
}
