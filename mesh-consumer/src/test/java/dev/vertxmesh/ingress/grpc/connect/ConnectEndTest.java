package dev.vertxmesh.ingress.grpc.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.grpc.GrpcStatus;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectEndTest {

  @Test
  void aStatusIsAnErrorInJson() {
    ConnectEnd end = ConnectEnd.of(Map.of("grpc-status", "5", "grpc-message", "no %E8%A8%82"));
    assertThat(end.isError()).isTrue();
    assertThat(end.error().encode()).isEqualTo("{\"code\":\"not_found\",\"message\":\"no 訂\"}");
  }

  @Test
  void aCallThatIsCancelledIsSpeltAsConnectDoes() {
    assertThat(ConnectEnd.of(Map.of("grpc-status", "1")).error().encode())
        .isEqualTo("{\"code\":\"canceled\"}");
  }

  @Test
  void detailsHaveTheirTypesAndTheirBytes() { // code 5, an Any of shop.Why with the bytes 08 01
    ConnectEnd end =
        ConnectEnd.of(
            Map.of(
                "grpc-status",
                "5",
                "grpc-status-details-bin",
                "CAUaIgocdHlwZS5nb29nbGVhcGlzLmNvbS9zaG9wLldoeRICCAE"));
    assertThat(end.error().encode())
        .isEqualTo(
            "{\"code\":\"not_found\",\"details\":[{\"type\":\"shop.Why\",\"value\":\"CAE\"}]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"!", "CAUaIgocdHlw", "////"})
  void detailsThatCantBeReadAreLeftOut(String details) {
    ConnectEnd end = ConnectEnd.of(Map.of("grpc-status", "3", "grpc-status-details-bin", details));
    assertThat(end.error().encode()).isEqualTo("{\"code\":\"invalid_argument\"}");
  }

  @Test
  void aStreamEndsWithItsTrailersAsLists() {
    Map<String, String> trailers = Map.of("grpc-status", "0", "cost", "3, 4", "key-bin", "AA,AQ");
    assertThat(ConnectEnd.of(trailers).ofStream().getMap()).containsOnlyKeys("metadata");
    assertThat(ConnectEnd.of(trailers).ofStream().getJsonObject("metadata").encode())
        .contains("\"cost\":[\"3, 4\"]", "\"key-bin\":[\"AA\",\"AQ\"]")
        .doesNotContain("grpc-");
    assertThat(ConnectEnd.of(Map.of("grpc-status", "0")).ofStream().encode()).isEqualTo("{}");
    assertThat(ConnectEnd.of(Map.of("grpc-status", "5")).ofStream().encode())
        .isEqualTo("{\"error\":{\"code\":\"not_found\"}}");
  }

  @ParameterizedTest
  @EnumSource(GrpcStatus.class)
  void eachStatusHasOneOfHttp(GrpcStatus status) {
    assertThat(ConnectCode.http(status)).isBetween(200, 504);
    assertThat(ConnectCode.name(status)).matches("[a-z_]+");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "250, 250", "9999999999, 9999999999"})
  void aTimeoutIsInMilliseconds(String text, long millis) {
    assertThat(ConnectTimeout.nanos(text)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1s", "1.5", "10000000000", "١"})
  void anythingElseIsNone(String text) {
    assertThatThrownBy(() -> ConnectTimeout.nanos(text))
        .hasMessage(
            "connect-timeout-ms: '%s', expected milliseconds in at most ten digits"
                .formatted(text));
  }

  @ParameterizedTest
  @CsvSource({
    "application/proto, false, proto, true",
    "application/json; charset=utf-8, false, json, true",
    "Application/Connect+Proto, true, proto, true",
    "application/connect+json, true, json, true",
    "application/connect+foo, true, foo, false",
    "application/foo, false, foo, false",
  })
  void aContentTypeSaysHowABodyIsWritten(
      String contentType, boolean isStream, String codec, boolean isKnown) {
    ConnectType type = ConnectType.of(contentType);
    assertThat(type).isEqualTo(new ConnectType(isStream, codec));
    assertThat(type.isKnown()).isEqualTo(isKnown);
  }

  @Test
  void ofEncodingsOnlyTheNamesGoOn() {
    assertThat(ConnectType.accepted("gzip;q=1.0, br ; q=0.5,*, deflate;q=0, zstd"))
        .isEqualTo("gzip,br,zstd");
    assertThat(ConnectType.accepted("")).isEmpty();
    assertThat(ConnectType.of("image/png")).isNull();
    assertThat(ConnectType.of(null)).isNull();
  }
}
