package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import org.apache.zookeeper.EncryptedSocket;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionConfigTest {

  private static final String SECURE = ZKClientConfig.SECURE_CLIENT;

  @Test
  void saysHowLargeAnAnswerMayBeAndThatThereIsNoKerberos() {
    SessionConfig config = new SessionConfig();
    assertThat(config.getInt(ZKConfig.JUTE_MAXBUFFER, 0)).isEqualTo(16 << 20);
    assertThat(config.isSaslClientEnabled()).isFalse();
  }

  @Test
  void hasASocketOfAnotherKindWithTlsAlone() {
    String socket = ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET;
    assertThat(ZooKeeperUrl.parse("//h").sessions(null).getProperty(socket)).isNull();
    Vertx vertx = Vertx.vertx();
    SessionConfig encrypted = ZooKeeperUrl.parse("//h?tls=true").sessions(vertx);
    assertThat(encrypted.getProperty(socket)).isEqualTo(EncryptedSocket.class.getName());
    encrypted.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void aFileOfTlsThatCannotBeReadIsNamed(@TempDir Path folder) {
    Path absent = folder.resolve("ca.crt");
    ZooKeeperUrl url = ZooKeeperUrl.parse("//h?ca=" + absent);
    assertThatThrownBy(() -> url.sessions(null))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageContainingAll("zookeeper://h:2181/dubbo", absent.toString());
  }

  /** To read those of TLS, ZooKeeper's client loads all certificates that Java trusts. */
  @Test
  void leavesTheJvmsPropertiesAlone() {
    System.setProperty(SECURE, "true");
    try {
      assertThat(new SessionConfig().getProperty(SECURE)).isNull();
    } finally {
      System.clearProperty(SECURE);
    }
  }
}
