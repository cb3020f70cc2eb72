package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZooKeeperUrlTest {

  @Test
  void whatDubboIsToldIsUnderstood() {
    ZooKeeperUrl plain = ZooKeeperUrl.parse("//h1:2181");
    assertThat(plain.describe()).isEqualTo("zookeeper://h1:2181/dubbo");
    assertThat(plain.services()).isEqualTo("/services");
    assertThat(plain.agents()).isEqualTo("/vertx-mesh/instances");
    assertThat(plain.digest()).isNull();
    assertThat(plain.timeoutMillis()).isEqualTo(10_000);
    assertThat(plain.followed().isHere()).isFalse();

    ZooKeeperUrl full =
        ZooKeeperUrl.parse(
            "//127.0.0.1?backup=127.0.0.1:2182,[::1]:2183&group=shop&username=me&password=a%26b"
                + "&timeout=4000&services=/s&agents=/mesh&cache=none");
    assertThat(full.servers()).isEqualTo("127.0.0.1:2181,127.0.0.1:2182,[::1]:2183");
    assertThat(full.root()).isEqualTo("/shop");
    assertThat(full.digest()).isEqualTo("me:a&b");
    assertThat(full.describe()).doesNotContain("me", "a&b");
    assertThat(full.services()).isEqualTo("/s");
    assertThat(full.agents()).isEqualTo("/mesh/instances");
    assertThat(full.followed().isHere()).isTrue();
    assertThat(full.followed().snapshot()).isNull();
    assertThat(ZooKeeperUrl.parse("//h/a/b/").root()).isEqualTo("/a/b");
    assertThat(ZooKeeperUrl.parse("//h/dubbo?group=dubbo").root()).isEqualTo("/dubbo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h:1|is incomplete, expected zookeeper://HOST[:PORT]",
        "//h:x|'h:x:2181' has no host, expected HOST:PORT",
        "//h:0|port is '0'",
        "//u:secret@h:1|a user stands in user=NAME, not before the host",
        "//h/a b|the root is '/a b', expected names",
        "//h/a/../b|the root is '/a/../b', expected names",
        "//h/a?group=b|the root is '/a' and the group 'b', expected one of them",
        "//h?colour=red|the option 'colour' is not known, expected one of agents, backup",
        "//h?timeout=1|timeout is '1', expected a whole number from 2000 to 600000",
        "//h?wait=0|wait is '0'",
        "//h?wait=1&wait=2|the option 'wait' is given twice",
        "//h?username=me|username and password belong together",
        "//h?username=|username and password belong together",
        "//h?username=me&password=x&password-file=y|exclude each other",
        "//h?password=%zz|password has a % without two hexadecimal digits",
        "//h?services=here|services is 'here', expected names",
        "//h?tls=yes|tls is 'yes', expected true or false",
        "//h?cert=a.crt|cert and key belong together",
        "//h?ca=a.crt&tls=false|ca, cert and key are for tls, which is false",
      })
  void whatIsWrongIsSaidWithoutSecrets(String rest, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ZooKeeperUrl.parse(rest))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
  }
}
