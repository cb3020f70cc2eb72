package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {

  /** The range that the kernel gives to clients starts there on Linux. */
  private static final int CLIENTS = 32_768;

  /** Another bench, which wants the same port. */
  static final class Beside {
    public static void main(String[] args) throws IOException {
      System.out.print(Ports.claim(Integer.parseInt(args[0])));
    }
  }

  @Test
  void noPortIsOneThatTheKernelGivesToClients() throws IOException {
    Ports ports = Ports.of(20, 0);

    for (int i = 0; i < 20; i++) {
      assertThat(ports.next()).isLessThan(CLIENTS);
    }
  }

  @Test
  void noPortIsGivenOutTwice() throws IOException {
    Set<Integer> seen = new HashSet<>();
    for (int round = 0; round < 50; round++) {
      Ports ports = Ports.of(10, 0);
      for (int i = 0; i < 10; i++) {
        assertThat(seen.add(ports.next())).isTrue();
      }
    }
  }

  @Test
  void aJvmBesideThisOneGetsNoneOfItsPorts() throws Exception {
    assertThat(isLeftToOthers(Ports.of(1, 0).next())).isFalse();
  }

  @Test
  void aJvmBesideThisOneGetsNoneOfARow() throws Exception {
    int base = free();
    Ports.of(1, base);

    assertThat(isLeftToOthers(base)).isFalse();
  }

  @Test
  void oneRunAfterTheOtherHasTheSameRow() throws IOException {
    int base = free();
    Ports.of(1, base);

    assertThat(Ports.of(1, base).next()).isEqualTo(base);
  }

  @Test
  void aRowHasNoPortThatIsGivenOutAlready() throws IOException {
    int port = Ports.of(1, 0).next();

    assertThatThrownBy(() -> Ports.of(1, port))
        .isInstanceOf(ContestException.class)
        .hasMessageContaining("it's given out already");
  }

  /** One that nobody has claimed; the kernel's own choice. */
  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isLeftToOthers(int port) throws IOException {
    Process other =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                Beside.class.getName(),
                "" + port)
            .redirectErrorStream(true)
            .start();

    String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Boolean.parseBoolean(printed);
  }

  @Test
  void aRowThatIsInUseIsRefusedWithThePort() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> Ports.of(1, port))
          .isInstanceOf(ContestException.class)
          .hasMessageContaining("port " + port)
          .hasMessageContaining("--base-port 0");
    }
  }
}
