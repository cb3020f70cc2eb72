package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnouncedHostTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, etcd://a:2379, true",
    "127.0.1.1, etcd2://a:2379/mesh, true",
    "127.0.0.1, nacos://10.0.0.5:8848, true",
    "localhost, etcd://a:2379, true",
    "localhost, consul://a:8500, true",
    "localhost, file:registry and zookeeper://a:2181/dubbo, true",
    "::1, etcd://a:2379, true",
    "[::1], etcd://a:2379, true",
    "10.0.0.7, etcd://a:2379, false",
    "127.example.org, file:registry, false",
    "127.0.0.1, file:registry, false",
    "127.0.0.1, static:b:30000, false",
    "127.0.0.1, static:dubbo://b:20880, false"
  })
  void whatOthersCannotReachIsWarnedOf(String host, String registry, boolean isWarned) {
    String warning = AnnouncedHost.warning(host, registry);
    if (isWarned) {
      assertThat(warning).contains("announces itself as " + host).contains("--host");
    } else {
      assertThat(warning).isNull();
    }
  }
}
