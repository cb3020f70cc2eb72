package dev.vertxmesh.grpchttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.MultiMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataTest {

  @Test
  void metadataIsWhatIsNeitherHttpsNorSaidElsewhere() {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add(":path", "/a/b")
            .add("te", "trailers")
            .add("content-type", "application/grpc+proto")
            .add("grpc-timeout", "1S")
            .add("grpc-encoding", "gzip")
            .add("tri-service-version", "1.0")
            .add("tri-service-group", "blue")
            .add("X-Trace", "one")
            .add("x-trace", "two")
            .add("x-key-bin", "q83vAA==");
    assertThat(Metadata.of(headers))
        .isEqualTo(
            Map.of(
                "content-type",
                "application/grpc+proto",
                "grpc-encoding",
                "gzip",
                "x-trace",
                "one,two",
                "x-key-bin",
                "q83vAA=="));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/grpc",
        "application/grpc+proto",
        "application/grpc;charset=utf-8",
        "application/grpc ; charset=utf-8",
        "Application/GRPC"
      })
  void theseAreGrpc(String contentType) {
    assertThat(Metadata.isGrpc(contentType)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "application/grpc-web", "application/grpc-web+proto", "application/json"})
  void theseAreNot(String contentType) {
    assertThat(Metadata.isGrpc(contentType)).isFalse();
    assertThat(Metadata.isGrpc(null)).isFalse();
  }

  private static void assertSays(String name, String value) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    Metadata.put(headers, Map.of(name, value));
    assertThat(headers.getAll(name)).containsExactly(value);
  }

  private static void assertCannotSay(String name, String value, String detail) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    assertThatThrownBy(() -> Metadata.put(headers, Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(detail);
    assertThat(headers.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "z", "0", "9", "-", "_", ".", "!", "#", "$", "'", "~", "x-1_b.c"})
  void theseAreNames(String name) {
    assertSays(name, "v");
  }

  /** Those beside what may be, on both sides, and capitals, which HTTP/2 hasn't got. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "/", ":", "@", "[", "{", "\u007f", "A", "a\nb", "a b", "caf\u00e9"})
  void theseAreNoNames(String name) {
    assertCannotSay(name, "v", "'" + name + "' is no name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "~", "caf\u00e9", "\u00ff", "a, b"})
  void theseAreValues(String value) {
    assertSays("x", value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "\n", "\r", "a\u001f", "a\u007f", "\u0100", "\u20ac"})
  void theseAreNoValues(String value) {
    assertCannotSay(
        "x", value, "x: a character that a header can't have; expected visible ones or blanks");
  }

  @Test
  void severalBinaryValuesAreAsManyHeaders() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    Metadata.put(headers, Map.of("key-bin", "AA==,BB== , CC==", "text", "a,b", "one-bin", "DD=="));
    assertThat(headers.getAll("key-bin")).containsExactly("AA==", "BB==", "CC==");
    assertThat(headers.getAll("text")).containsExactly("a,b");
    assertThat(headers.getAll("one-bin")).containsExactly("DD==");
    Metadata.put(headers, Map.of("key-bin", ",EE=="));
    assertThat(headers.getAll("key-bin")).containsExactly("", "EE==");
  }
}
