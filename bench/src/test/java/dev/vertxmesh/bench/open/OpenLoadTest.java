package dev.vertxmesh.bench.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class OpenLoadTest {

  @Test
  void aLoadIsALoneCallerCallsASecondOrAShareOfTheCapacity() {
    assertThat(OpenLoad.of("lone").rate(9_000)).isZero();
    assertThat(OpenLoad.of("1000").rate(9_000)).isEqualTo(1_000);
    assertThat(OpenLoad.of("50%").rate(9_000)).isEqualTo(4_500);
  }

  @Test
  void tablesNameIt() {
    assertThat(OpenLoad.of("lone")).hasToString("one at a time");
    assertThat(OpenLoad.of("5000")).hasToString("5,000/s");
    assertThat(OpenLoad.of("50%")).hasToString("50 % of capacity");
    assertThat(OpenLoad.of("12.5%")).hasToString("12.5 % of capacity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0%", "-1", "many", "100001", "1e3", "5 %"})
  void anythingElseIsRefusedByName(String text) {
    assertThatThrownBy(() -> OpenLoad.of(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "' is no load; expected lone, calls a second");
  }
}
