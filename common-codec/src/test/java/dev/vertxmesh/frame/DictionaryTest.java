package dev.vertxmesh.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class DictionaryTest {

  private final Dictionary<String> sender = new Dictionary<>(2);
  private final Definitions<String> receiver = new Definitions<>(2);

  @Test
  void givesEachNameANumberOnce() {
    assertThat(number("a")).isZero();
    assertThat(number("b")).isEqualTo(1);
    assertThat(number("a")).isZero();
    assertThat(receiver.get(1)).isEqualTo("b");
  }

  @Test
  void givesTheNumberAnewThatWasNotUsedForLongest() {
    number("a");
    number("b");
    number("a");
    assertThat(number("c")).isEqualTo(1);
    assertThat(receiver.get(1)).isEqualTo("c");
    assertThat(number("b")).isZero();
    assertThat(receiver.get(0)).isEqualTo("b");
  }

  @Test
  void tellsTheNextNumberWithoutTakingIt() {
    for (String name : List.of("a", "b", "c", "d")) {
      int next = sender.next();
      assertThat(sender.find(name)).isEqualTo(-1);
      assertThat(sender.add(name)).isEqualTo(next);
    }
  }

  @Test
  void refusesNumbersOverTheLimitAndGaps() {
    assertThatThrownBy(() -> receiver.define(1, "x")).hasMessageContaining("expected 0 to 0");
    receiver.define(0, "x");
    receiver.define(1, "y");
    assertThatThrownBy(() -> receiver.define(2, "z")).hasMessageContaining("expected 0 to 1");
    assertThatThrownBy(() -> receiver.define(-1, "z")).hasMessageContaining("entry -1");
  }

  @Test
  void refusesANumberThatWasNeverGiven() {
    assertThatThrownBy(() -> receiver.get(0)).hasMessageContaining("never defined");
  }

  private int number(String key) {
    int number = sender.find(key);
    if (number < 0) {
      number = sender.add(key);
      receiver.define(number, key);
    }
    return number;
  }
}
