package dev.vertxmesh.launch.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindOptionsTest {

  private final BindOptions options = new BindOptions();

  private String warning(String ports) {
    return options.warning(ports, "--tls-cert");
  }

  @Test
  void plainTextThatOthersReachIsWarnedOf() {
    assertThat(warning("port 20000"))
        .isEqualTo(
            "port 20000 of 0.0.0.0 in plain text, which other machines can reach: give --tls-cert,"
                + " or --bind 127.0.0.1, or --plain-text where it's meant to be so");
  }

  @Test
  void whatIsMeantOrEncryptedIsnt() {
    assertThat(warning("")).isNull();
    options.plainText = true;
    assertThat(warning("port 20000")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "::1"})
  void norWhatOnlyTheMachineReaches(String host) {
    options.host = host;
    assertThat(warning("port 20000")).isNull();
    assertThat(options.host()).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.7", "::", "127.example.com", "localhost.example.com"})
  void aNameThatOnlyLooksLikeItIsReached(String host) {
    options.host = host;
    assertThat(warning("port 20000")).startsWith("port 20000 of " + host + " in plain text");
  }

  @Test
  void theAdminPortHasAnAddressOfItsOwn() {
    AdminOptions admin = new AdminOptions(20002);
    AdminTlsOptions tls = new AdminTlsOptions();
    assertThat(admin.warning(options, tls, 20002)).isNull();
    admin.host = "0.0.0.0";
    options.host = "127.0.0.1";
    assertThat(admin.warning(options, tls, 20002))
        .isEqualTo(
            "port 20002 of 0.0.0.0 in plain text, which other machines can reach: give"
                + " --admin-tls-cert, or --admin-host 127.0.0.1, or --plain-text where it's meant"
                + " to be so");
    options.plainText = true;
    assertThat(admin.warning(options, tls, 20002)).isNull();
    options.plainText = false;
    tls.certificate = Path.of("tls.crt");
    assertThat(admin.warning(options, tls, 20002)).isNull();
  }
}
