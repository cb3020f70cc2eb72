package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeepAliveTest {

  @Test
  void silenceIsAskedAboutAndThenGivenUp() {
    KeepAlive keepAlive = new KeepAlive(100, 0);
    assertThat(keepAlive.check(99)).isEqualTo(KeepAlive.Action.NONE);
    assertThat(keepAlive.check(100)).isEqualTo(KeepAlive.Action.ASK);
    keepAlive.onWrite(100);
    assertThat(keepAlive.check(150)).isEqualTo(KeepAlive.Action.ASK);
    keepAlive.onRead(160);
    assertThat(keepAlive.check(199)).isEqualTo(KeepAlive.Action.NONE);
    assertThat(keepAlive.check(200)).isEqualTo(KeepAlive.Action.ASK);
    keepAlive.onWrite(459);
    assertThat(keepAlive.check(459)).isEqualTo(KeepAlive.Action.ASK);
    assertThat(keepAlive.check(460)).isEqualTo(KeepAlive.Action.GIVE_UP);
  }
}
