package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.Test;

class SessionConfigTest {

  private static final String SECURE = ZKClientConfig.SECURE_CLIENT;

  @Test
  void saysHowLargeAnAnswerMayBeAndThatThereIsNoKerberos() {
    SessionConfig config = new SessionConfig();
    assertThat(config.getInt(ZKConfig.JUTE_MAXBUFFER, 0)).isEqualTo(16 << 20);
    assertThat(config.isSaslClientEnabled()).isFalse();
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
