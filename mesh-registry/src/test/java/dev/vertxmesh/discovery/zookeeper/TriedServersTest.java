package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class TriedServersTest {

  private static String why(String servers) {
    TriedServers tried = new TriedServers(servers);
    assertThat(tried.explained("away")).isEqualTo("away");
    Future<String> why = tried.why();
    await().until(why::isComplete);
    assertThat(tried.explained("away")).isEqualTo("away: " + why.result());
    assertThat(tried.explained("")).isEmpty();
    return why.result();
  }

  @Test
  void saysOfEachServerWhy() {
    assertThat(why("127.0.0.1:1,no.such.host.invalid:2181"))
        .isEqualTo(
            "127.0.0.1:1: Connection refused; no.such.host.invalid:2181: its host's name doesn't"
                + " resolve");
  }

  @Test
  void saysThatOneIsThereWhichDoesNotAnswer() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String server = "127.0.0.1:" + silent.getLocalPort();
      assertThat(why(server)).startsWith(server + ": takes connections, and doesn't answer");
    }
  }
}
