package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassedHeadersTest {

  private final PassedHeaders headers = new PassedHeaders();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "traceparent",
        "Traceparent",
        "tracestate",
        "baggage",
        "X-Request-Id",
        "sw8",
        "sw8-correlation",
        "SW8-X"
      })
  void whatNamesACallGoesOn(String name) {
    assertThat(PassedHeaders.isOne(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "s", "sw", "sw81", "sw8x", "te", "trace", "authorization", "x-request", "b"})
  void nothingElseDoes(String name) {
    assertThat(PassedHeaders.isOne(name)).isFalse();
  }

  @Test
  void severalOfANameAreOneList() {
    headers.add("tracestate", "a=1");
    headers.add("tracestate", "b=2");
    assertThat(headers.with(Map.of())).containsExactly(Map.entry("tracestate", "a=1,b=2"));
  }

  @Test
  void whatTheCallerAttachesItselfWins() {
    headers.add("baggage", "a=1");
    headers.add("sw8", "1-x");
    assertThat(headers.with(Map.of("baggage", "mine")))
        .isEqualTo(Map.of("baggage", "mine", "sw8", "1-x"));
  }

  @Test
  void whatIsTooLongOrNotVisibleIsLeftOutAndTheRestGoesOn() {
    headers.add("baggage", "x".repeat(8_192));
    headers.add("x-request-id", "\u00e9");
    headers.add("sw8", "1-x");
    assertThat(headers.with(Map.of())).containsExactly(Map.entry("sw8", "1-x"));
  }

  @Test
  void allTogetherAreBounded() {
    for (int i = 0; i < 100; i++) {
      headers.add("tracestate", "x".repeat(100));
    }
    assertThat(headers.with(Map.of()).get("tracestate")).hasSizeLessThan(8_192);
  }

  @Test
  void withoutOneTheAttachmentsAreTheCallers() {
    Map<String, String> own = Map.of("a", "b");
    assertThat(headers.with(own)).isSameAs(own);
  }
}
