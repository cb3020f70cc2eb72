package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.TlsMaterial;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** dist/bin/mesh-certs, as a release has it. */
class MeshCertsTest {

  @TempDir Path folder;

  private record Ended(int code, String said) {}

  @BeforeAll
  static void opensslIsThere() {
    boolean isThere =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "openssl")));
    assumeTrue(isThere, "openssl isn't there, which mesh-certs needs");
  }

  private Ended run(String... names) throws Exception {
    List<String> command = new ArrayList<>(List.of("../dist/bin/mesh-certs", folder + "/certs"));
    command.addAll(Arrays.asList(names));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), said);
  }

  private Path file(String name) {
    return folder.resolve("certs").resolve(name);
  }

  private List<String> namesOf(String name) {
    TlsFiles files = TlsFiles.of(file(name + ".crt"), file(name + ".key"), file("ca.crt"));
    return TlsMaterial.read(List.of(files)).names().all();
  }

  @Test
  void whatItMakesIsWhatAnAgentTakes() throws Exception {
    Ended made = run("gateway", "orders=orders.svc,*.orders.svc,10.0.0.7,spiffe://mesh/sa/orders");
    assertThat(made.code()).as(made.said()).isZero();
    assertThat(namesOf("gateway"))
        .containsExactly(
            "spiffe://mesh/gateway", "gateway", "localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(namesOf("orders"))
        .containsExactly("spiffe://mesh/sa/orders", "orders.svc", "*.orders.svc", "10.0.0.7");
    assertThat(made.said())
        .contains(
            "mesh-consumer --link-tls-cert %1$s/gateway.crt --link-tls-key %1$s/gateway.key"
                .formatted(folder + "/certs"),
            "mesh-provider --link-tls-cert %1$s/orders.crt --link-tls-key %1$s/orders.key"
                .formatted(folder + "/certs"));
    for (String key : List.of("ca.key", "gateway.key", "orders.key")) {
      assertThat(Files.getPosixFilePermissions(file(key)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void nothingIsOverwrittenAndTheAuthorityThatIsThereSigns() throws Exception {
    run("gateway");
    byte[] authority = Files.readAllBytes(file("ca.crt"));
    Ended again = run("orders", "gateway");
    assertThat(again.said())
        .isEqualTo(
            "mesh-certs: %s is there already, and isn't overwritten\n"
                .formatted(file("gateway.crt")));
    assertThat(again.code()).isEqualTo(1);
    assertThat(file("orders.crt")).as("told before anything is made").doesNotExist();
    assertThat(run("orders").code()).isZero();
    assertThat(file("ca.crt")).hasBinaryContent(authority);
    assertThat(namesOf("orders")).startsWith("spiffe://mesh/orders");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a b", "ca", "-x", "", "a=", "a=b,", "a=b,,c", "=b"})
  void whatIsNoNameIsRefusedBeforeAnythingIsMade(String name) throws Exception {
    Ended refused = run("gateway", name);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.said()).startsWith("mesh-certs: '").contains(", expected ");
    assertThat(folder.resolve("certs")).doesNotExist();
  }
}
