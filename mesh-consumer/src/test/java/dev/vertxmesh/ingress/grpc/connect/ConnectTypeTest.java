package dev.vertxmesh.ingress.grpc.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTypeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/proto",
        "APPLICATION/Proto",
        "application/proto; charset=utf-8",
        "application/connect+json",
        "Application/Connect+proto",
        " application/proto ",
        "application/connect+other"
      })
  void whatNoOtherProtocolHasIsConnects(String contentType) {
    assertThat(ConnectType.isConnects(contentType)).isTrue();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "application/json",
        "application/x-www-form-urlencoded",
        "application/grpc+proto",
        "application/",
        "application/protobuf",
        "application/ proto",
        "connect+proto",
        "text/plain"
      })
  void anyOtherIsNot(String contentType) {
    assertThat(ConnectType.isConnects(contentType)).isFalse();
  }

  @Test
  void aStreamsHeadersHaveNamesOfTheirOwn() {
    ConnectType message = new ConnectType(false, "proto");
    ConnectType stream = new ConnectType(true, "json");
    assertThat(message.contentType()).isEqualTo("application/proto");
    assertThat(stream.contentType()).isEqualTo("application/connect+json");
    assertThat(message.ofGrpc()).isEqualTo("application/grpc+proto");
    assertThat(message.encodingHeader()).isEqualTo("content-encoding");
    assertThat(stream.encodingHeader()).isEqualTo("connect-content-encoding");
    assertThat(message.acceptHeader()).isEqualTo("accept-encoding");
    assertThat(stream.acceptHeader()).isEqualTo("connect-accept-encoding");
  }

  @Test
  void whatSaysHowACallIsPutIsNotTheMethods() {
    for (String name :
        List.of(
            "grpc-status",
            "connect-timeout-ms",
            "content-type",
            "content-encoding",
            "accept-encoding")) {
      assertThat(ConnectType.isOfTheProtocol(name)).as(name).isTrue();
    }
    assertThat(ConnectType.isOfTheProtocol("accept")).isFalse();
    assertThat(ConnectType.isOfTheProtocol("x-grpc-web")).isFalse();
  }
}
