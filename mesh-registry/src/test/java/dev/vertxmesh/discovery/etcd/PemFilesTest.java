package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.discovery.RegistryFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFilesTest {

  @TempDir private Path folder;

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path missing = folder.resolve("ca.crt");
    assertRefused("ca=" + missing, "ca is " + missing + ", which can't be read");
    assertRefused("key=" + missing + "&cert=" + missing, "cert is " + missing);
  }

  @Test
  void aFileThatHoldsNoCertificateIsNamed() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty"), "");
    Path other = Files.writeString(folder.resolve("other"), "no certificate");
    assertRefused("ca=" + empty, "ca is " + empty + ", which holds no certificate");
    assertRefused("ca=" + other, "ca is " + other + ", which holds no certificate");
  }

  private static void assertRefused(String options, String why) {
    StoreUrl url = StoreUrl.parse("etcd", "//h?" + options);
    assertThatThrownBy(() -> PemFiles.check(url))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageContaining("registry etcd://h:2379/vertx-mesh: ")
        .hasMessageContaining(why);
  }
}
