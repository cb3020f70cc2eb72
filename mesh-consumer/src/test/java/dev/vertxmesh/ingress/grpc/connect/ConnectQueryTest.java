package dev.vertxmesh.ingress.grpc.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectQueryTest {

  @Test
  void aMessageStandsInTheQueryPercentEncoded() {
    ConnectQuery query =
        ConnectQuery.parse("connect=v1&encoding=json&message=%7B%22name%22:%22a+b%E6%95%B8%22%7D");
    assertThat(query.codec()).isEqualTo("json");
    assertThat(query.compression()).isEmpty();
    assertThat(new String(query.message(), UTF_8)).isEqualTo("{\"name\":\"a b數\"}");
  }

  @Test
  void anyBytesMayBePercentEncoded() {
    assertThat(ConnectQuery.parse("encoding=proto&message=%ff%00%0A").message())
        .containsExactly(0xff, 0, 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-_8", "-_8=", "-_8%3D"})
  void orInBase64OfUrlsWithPaddingOrWithout(String base64) {
    ConnectQuery query =
        ConnectQuery.parse("message=" + base64 + "&base64=1&encoding=proto&compression=gzip");
    assertThat(query.message()).containsExactly(0xfb, 0xff);
    assertThat(query.compression()).isEqualTo("gzip");
  }

  @Test
  void anEmptyMessageIsOneToo() {
    assertThat(ConnectQuery.parse("message=&encoding=proto").message()).isEmpty();
    assertThat(ConnectQuery.parse("message&encoding=proto&base64=1").message()).isEmpty();
    assertThat(ConnectQuery.parse("message=\u007f&encoding=proto&=1").message()).hasSize(1);
  }

  @Test
  void theFirstOfTwoCounts() {
    assertThat(ConnectQuery.parse("encoding=proto&encoding=json&message=").codec())
        .isEqualTo("proto");
  }

  @ParameterizedTest
  @CsvSource({
    "connect=v2&encoding=json&message=, 'connect: ''v2'', expected v1'",
    "connect=v1&message=, query: expected encoding=…&message=…",
    "encoding=json, query: expected encoding=…&message=…",
    "encoding=json&message=&base64=yes, 'base64: ''yes'', expected 1'",
    "encoding=json&message=a%2, 'message: at 1, expected two hexadecimal digits after %'",
    "encoding=json&message=%zz, 'message: at 0, expected two hexadecimal digits after %'",
    "encoding=json&message=%2z, 'message: at 0, expected two hexadecimal digits after %'",
    "encoding=json&message=%z2, 'message: at 0, expected two hexadecimal digits after %'",
    "encoding=json&message=%, 'message: at 0, expected two hexadecimal digits after %'",
    "encoding=json&message=\u0080, 'message: at 0, expected ASCII'",
    "encoding=json&message=é, 'message: at 0, expected ASCII'",
  })
  void whatIsWrongIsSaid(String query, String why) {
    assertThatThrownBy(() -> ConnectQuery.parse(query))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "+/8", "a=b=", "-_8==="})
  void whatIsNoBase64IsSaid(String base64) {
    assertThatThrownBy(() -> ConnectQuery.parse("encoding=proto&base64=1&message=" + base64))
        .hasMessageStartingWith("message: expected base64 in the alphabet for URLs: ");
  }

  @Test
  void otherQueriesAreNotMeant() {
    assertThat(ConnectQuery.isOne(null)).isFalse();
    assertThat(ConnectQuery.isOne("class=keep")).isFalse();
    assertThat(ConnectQuery.isOne("message=hello")).isFalse();
    assertThat(ConnectQuery.isOne("connect=v1")).isTrue();
    assertThat(ConnectQuery.isOne("message=&encoding=json")).isTrue();
  }
}
