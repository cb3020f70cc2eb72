package dev.vertxmesh.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
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
      int next = sender.next(1);
      assertThat(sender.find(name)).isEqualTo(-1);
      assertThat(sender.add(name, 1)).isEqualTo(next);
    }
  }

  @Test
  void refusesNumbersOverTheLimitAndGaps() {
    assertThatThrownBy(() -> receiver.define(1, 1, "x")).hasMessageContaining("expected 0 to 0");
    receiver.define(0, 1, "x");
    receiver.define(1, 1, "y");
    assertThatThrownBy(() -> receiver.define(2, 1, "z")).hasMessageContaining("expected 0 to 1");
    assertThatThrownBy(() -> receiver.define(-1, 1, "z")).hasMessageContaining("entry -1");
  }

  @Test
  void refusesANumberThatWasNeverGiven() {
    assertThatThrownBy(() -> receiver.get(0)).hasMessageContaining("never defined");
  }

  @Test
  void refusesNamesThatAreTooLong() {
    receiver.define(0, Define.LONGEST, "x");
    assertThatThrownBy(() -> receiver.define(0, Define.LONGEST + 1, "y"))
        .isInstanceOfSatisfying(
            FrameException.class, e -> assertThat(e.code()).isEqualTo(LinkError.LIMIT))
        .hasMessage("the names of dictionary entry 0 take 12289 bytes, expected at most 12288");
    assertThat(receiver.get(0)).isEqualTo("x");
  }

  @Test
  void refusesNamesThatAreTooManyTogetherAndCountsThoseThatAreReplacedNoMore() {
    receiver.define(0, Define.LONGEST, "x");
    assertThatThrownBy(() -> receiver.define(1, 1, "y"))
        .hasMessage("the names of the dictionary take 12289 bytes, expected at most 12288");
    receiver.define(0, 1, "x");
    receiver.define(1, Define.LONGEST - 1, "y");
    assertThat(receiver.bytes()).isEqualTo(Define.LONGEST);
    assertThat(receiver.size()).isEqualTo(2);
  }

  @Test
  void forgetsWhatIsInTheWayOfLongNames() {
    number("a", 6_000);
    number("b", 6_000);
    number("c", Define.LONGEST);
    assertThat(sender.find("a")).isEqualTo(-1);
    assertThat(sender.find("b")).isEqualTo(-1);
    assertThat(receiver.get(sender.find("c"))).isEqualTo("c");
  }

  @Test
  void bothHalvesAgreeWhateverNamesCome() {
    Dictionary<String> dictionary = new Dictionary<>(16);
    Definitions<String> definitions = new Definitions<>(16);
    Random random = new Random(16);
    for (int i = 0; i < 20_000; i++) {
      int length = random.nextInt(4) == 0 ? random.nextInt(Define.LONGEST) + 1 : 30;
      String name = length + "-" + random.nextInt(20);
      int number = number(dictionary, definitions, name, length);
      assertThat(definitions.get(number)).isEqualTo(name);
      assertThat(definitions.bytes()).isLessThanOrEqualTo(Define.room(16));
    }
    assertThat(definitions.size()).isEqualTo(16);
  }

  @Test
  void itsLengthIsThatOfItsNamesAsTheyCrossTheLink() {
    assertThat(new Define(0, "a\u00e9", "\u4e2d", "2.0", "\ud83d\ude00", "I").length())
        .isEqualTo(3 + 3 + 3 + 4 + 1);
    assertThat(Define.nothing(7).length()).isZero();
  }

  private int number(String key) {
    return number(key, 1);
  }

  private int number(String key, int length) {
    return number(sender, receiver, key, length);
  }

  /** As a caller does it. */
  private static int number(
      Dictionary<String> dictionary, Definitions<String> definitions, String key, int length) {
    int number = dictionary.find(key);
    if (number >= 0) {
      return number;
    }
    for (int old = dictionary.inTheWay(length); old >= 0; old = dictionary.inTheWay(length)) {
      definitions.define(old, 0, "");
      dictionary.forget();
    }
    definitions.define(dictionary.next(length), length, key);
    return dictionary.add(key, length);
  }
}
