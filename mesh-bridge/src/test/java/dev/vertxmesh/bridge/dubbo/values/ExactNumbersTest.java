package dev.vertxmesh.bridge.dubbo.values;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactNumbersTest {

  private static void check(String descriptor, String json) {
    ExactNumbers.check(
        descriptor == null ? null : Descriptor.parse(descriptor),
        Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[300]",
        "[-129]",
        "[1.5]",
        "[1e2]",
        "[[1, 300]]",
        "[{\"a\":{\"b\":[3000000000]}}]"
      })
  void aNumberThatSomeTypeCutsIsRefused(String json) {
    assertThatThrownBy(() -> check(null, json))
        .isInstanceOf(BadArgument.class)
        .hasMessageStartingWith("argument 0")
        .hasMessageContaining(": the type of ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [300]                  | argument 0: the type of 300 isn't known, so digits could be lost, and --exact-numbers forbids that: send the types of the arguments, write {"$long": 300}, or give this agent the service's classes (--api JAR)
          [1, [2, 1.5]]          | argument 1 at /1: the type of 1.5 isn't known, so digits could be lost, and --exact-numbers forbids that: write {"$double": 1.5}, or give this agent the service's classes (--api JAR)
          {"a":{"b/c":9000000000000000000}} | argument 0 at /b~1c: the type of 9000000000000000000 isn't known, so digits could be lost, and --exact-numbers forbids that: write {"$integer": 9000000000000000000}, or give this agent the service's classes (--api JAR)
          """)
  void whereItIsAndWhatHelpsIsTold(String json, String message) {
    assertThatThrownBy(() -> check(null, json)).hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "",
        "[127, -128, 0]",
        "[\"300\", true, null]",
        "[{\"$long\": 300}]",
        "[{\"a\": {\"$double\": 1.5}}]"
      })
  void whatFitsEveryTypeOrSaysItsOwnPasses(String json) {
    assertThatCode(() -> check(null, json)).doesNotThrowAnyException();
  }

  @Test
  void onlyWhatIsNotSettledIsLookedAt() {
    String types = "ILjava/lang/Object;Lcom/x/User;";
    assertThatCode(() -> check(types, "[3000, {\"a\": 3000}, {\"a\": 3}, 3000]"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(types, "[3000, 3000, {\"a\": 3000}]"))
        .hasMessageStartingWith("argument 2 at /a: the type of 3000 isn't known")
        .hasMessageContaining("--exact-numbers forbids that: write {\"$long\": 3000}");
  }
}
