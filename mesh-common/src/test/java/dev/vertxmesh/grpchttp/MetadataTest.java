package dev.vertxmesh.grpchttp;

import static org.assertj.core.api.Assertions.assertThat;

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
}
