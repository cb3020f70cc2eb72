package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrpcFlagsTest {

  private final Vertx vertx = Vertx.vertx();
  private final GrpcFlags flags = new GrpcFlags();

  @AfterEach
  void close() {
    vertx.close();
  }

  @Test
  void withoutTlsNoFileIsRead() {
    assertThat(flags.openTls(vertx)).isNull();
  }

  @Test
  void aFileThatCantBeUsedEndsTheStartAndIsNamedWithoutItsText(@TempDir Path folder)
      throws IOException {
    flags.tls = true;
    flags.authority = Files.writeString(folder.resolve("ca.crt"), "MARKED");
    assertThatThrownBy(() -> flags.openTls(vertx))
        .isInstanceOf(StartFailure.class)
        .hasMessage(
            "--grpc-ca, --grpc-cert, --grpc-key: %s holds no certificate, expected PEM with"
                    .formatted(flags.authority)
                + " -----BEGIN CERTIFICATE----- in it");
  }
}
