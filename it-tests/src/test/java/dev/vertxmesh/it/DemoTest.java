package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mesh-demo} says before it starts anything: a copy with a port of this test's. */
class DemoTest {

  private static final Path ROOT = Path.of("..");

  @Test
  void aPortThatIsTakenIsToldInOneLine(@TempDir Path folder) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "" + taken.getLocalPort();
      Path scripts = Files.createDirectory(folder.resolve("scripts"));
      Files.copy(ROOT.resolve("scripts/toolchain.sh"), scripts.resolve("toolchain.sh"));
      String demo = Files.readString(ROOT.resolve("mesh-demo")).replace("20000", port);
      Path copy = Files.writeString(folder.resolve("mesh-demo"), demo);
      Process process =
          new ProcessBuilder("bash", copy.toString(), "--once").redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isEqualTo(1);
      assertThat(said)
          .isEqualTo(
              ("mesh-demo: port %s is taken: end what listens there; the demo needs %s, 20002,"
                      + " 20880, 30000 and 30002\n")
                  .formatted(port, port));
    }
  }
}
