package dev.vertxmesh.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiJsonTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ApiJson.Part part) {
    return new String(part.bytes(), part.from(), part.to() - part.from(), StandardCharsets.UTF_8);
  }

  @Test
  void aPagesItemsAreHandedOverAsTheyStand() {
    List<String> items = new ArrayList<>();
    ApiJson.Page page =
        ApiJson.page(
            bytes(
                " {\"items\" : [ {\"a\":\"ü]}\"}, {\"b\":[1,{}]} ,{}],\"kind\":\"ServiceList\","
                    + "\"more\":{\"x\":[[]]},"
                    + "\"metadata\":{\"continue\":\"c\",\"resourceVersion\":\"7\"}} "),
            item -> items.add(text(item)));
    assertThat(items).containsExactly("{\"a\":\"ü]}\"}", "{\"b\":[1,{}]}", "{}");
    assertThat(page).isEqualTo(new ApiJson.Page("ServiceList", "7", "c"));
  }

  @Test
  void whatServersLeaveOutOrHaveAsNullIsNothing() {
    ApiJson.Page page =
        ApiJson.page(bytes("{\"kind\":null,\"metadata\":null,\"items\":null}"), item -> {});
    assertThat(page).isEqualTo(new ApiJson.Page(null, null, null));
  }

  @Test
  void anEventsObjectMayStandBeforeItsType() {
    ApiJson.Event event = ApiJson.event(bytes("{\"object\":{\"k\":1},\"type\":\"ADDED\"}"));
    assertThat(event.type()).isEqualTo("ADDED");
    assertThat(text(event.object())).isEqualTo("{\"k\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "[]",
        "{",
        "{\"type\":\"ADDED\",\"object\":{",
        "{\"type\":1,\"object\":{}}",
        "{\"type\":\"ADDED\"}",
        "{\"type\":\"ADDED\",\"object\":{}} {}",
      })
  void whatIsNoEventIsRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> ApiJson.event(bytes(line)));
  }

  @Test
  void nestingHasAnEnd() {
    String deep = "{\"type\":\"ADDED\",\"object\":" + "[".repeat(500_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApiJson.event(bytes(deep)))
        .withMessageContaining("nesting depth");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"endpoints\":{}} | endpoints isn't an array",
        "{\"endpoints\":[1]} | isn't an object",
        "{\"endpoints\":[{\"addresses\":[{}]}]} | isn't text",
        "{\"endpoints\":[{\"conditions\":{\"ready\":\"yes\"}}]} | ready isn't true or false",
        "{\"ports\":[{\"port\":\"80\"}]} | port isn't a whole number",
        "{\"ports\":[{\"port\":99999999999}]} | Numeric value",
        "{\"addressType\":[]} | addressType isn't text",
      })
  void whatIsWrongInASliceIsNamed(String slice, String told) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EndpointSlice.read(ApiJson.Part.of(bytes(slice)), "orders"))
        .withMessageContaining(told);
  }

  @Test
  void aStatusThatIsNoneSaysNothing() {
    assertThat(ApiJson.status(ApiJson.Part.of(bytes("<html>"))))
        .isEqualTo(new ApiJson.Status(0, ""));
    assertThat(ApiJson.status(ApiJson.Part.of(bytes("{\"code\":410,\"message\":\"a\\nb\"}"))))
        .isEqualTo(new ApiJson.Status(410, "a?b"));
  }
}
