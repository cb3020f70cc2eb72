package dev.vertxmesh.launch.grpc;

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

class GrpcTlsOptionsTest {

  private final Vertx vertx = Vertx.vertx();
  private final GrpcTlsOptions options = new GrpcTlsOptions();

  @AfterEach
  void close() {
    vertx.close();
  }

  @Test
  void withoutTlsNoFileIsRead() {
    assertThat(options.open(vertx)).isNull();
  }

  @Test
  void aPasswordIsForAKeyAndAKeyForTls() {
    options.password = Path.of("password");
    assertThatThrownBy(options::check).hasMessageEndingWith("are for TLS, expected --grpc-tls too");
    options.enabled = true;
    assertThatThrownBy(options::check)
        .hasMessage("--grpc-key-password-file is for an encrypted key, expected --grpc-key too");
    options.certificate = Path.of("tls.crt");
    options.key = Path.of("tls.key");
    options.check();
  }

  @Test
  void aFileThatCantBeUsedEndsTheStartAndIsNamedWithoutItsText(@TempDir Path folder)
      throws IOException {
    options.enabled = true;
    options.authority = Files.writeString(folder.resolve("ca.crt"), "MARKED");
    assertThatThrownBy(() -> options.open(vertx))
        .isInstanceOf(StartFailure.class)
        .hasMessage(
            "--grpc-ca: %s holds no certificate, expected PEM with".formatted(options.authority)
                + " -----BEGIN CERTIFICATE----- in it");
  }
}
