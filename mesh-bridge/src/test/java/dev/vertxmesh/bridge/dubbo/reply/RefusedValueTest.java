package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedValueTest {

  private static final CallFailure DATE =
      new CallFailure(
          Status.BAD_REQUEST,
          "p",
          ConversionErrors.refused("'tomorrow' isn't a date; expected yyyy-MM-dd", false));

  private static CallFailure placed(CallFailure failure, String json) {
    return RefusedValue.placed(
        failure, json == null ? null : json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[\"tomorrow\"] | argument 0",
        "[{\"id\":1,\"born\":\"tomorrow\"}] | argument 0 at /born",
        "[1, {\"all\":[{\"a\":0},{\"a/b\":\"tomorrow\"}]}] | argument 1 at /all/1/a~1b",
        "[{\"tomorrow\":\"tomorrow\"}] | argument 0 at /tomorrow"
      })
  void theValueIsToldWithItsPlace(String json, String place) {
    CallFailure failure = placed(DATE, json);
    assertThat(failure).hasMessage(place + ": 'tomorrow' isn't a date; expected yyyy-MM-dd");
    assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(failure.where()).isEqualTo("p");
  }

  @Test
  void aTextThatIsNoNumberIsToldWithItsPlace() {
    String words = ConversionErrors.refused("'five' where a number is expected", false);
    assertThat(placed(new CallFailure(Status.BAD_REQUEST, "p", words), "[[\"four\",\"five\"]]"))
        .hasMessage("argument 0 at /1: 'five' where a number is expected");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"tomorrow\",\"tomorrow\"]",
        "[\"today\"]",
        "{\"a\":\"tomorrow\"}",
        "[\"tomorrow\"",
        "",
        "[]"
      })
  void whereItIsNotClearNothingIsAdded(String json) {
    assertThat(placed(DATE, json)).isSameAs(DATE);
  }

  @Test
  void otherFailuresAndThoseOfLongArgumentsStayAsTheyAre() {
    assertThat(placed(DATE, null)).isSameAs(DATE);
    CallFailure other = new CallFailure(Status.BAD_REQUEST, "p", "'tomorrow' isn't a date; x");
    assertThat(placed(other, "[\"tomorrow\"]")).isSameAs(other);
  }
}
