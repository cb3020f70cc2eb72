package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ReachTest {

  private static String why(String servers) {
    Reach reach = new Reach(servers);
    assertThat(reach.known()).isEmpty();
    Future<String> why = reach.why();
    await().until(why::isComplete);
    assertThat(reach.known()).isEqualTo(why.result());
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

  @Test
  void whatTheSessionSaysHasItToo() {
    Session session = new Session("127.0.0.1:1", 10_000, null);
    ZooKeeperFollowed followed = new ZooKeeperFollowed(session, "/dubbo", "/services", "dubbo");
    Future<Void> probe = followed.probe();
    await().until(probe::isComplete);
    assertThat(probe.cause())
        .hasMessageStartingWith("none of its servers ")
        .hasMessageEndingWith(": 127.0.0.1:1: Connection refused");
    followed.close();
  }
}
