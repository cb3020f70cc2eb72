package dev.vertxmesh.ingress.grpc.connect;

import static org.assertj.core.api.Assertions.assertThat;

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
}
