package dev.vertxmesh.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownHostsTest {

  private final KnownHosts hosts = new KnownHosts(List.of("Mesh.example.com"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "::1",
        "[::1]",
        "[fe80::1]",
        "::ffff:10.1.2.3",
        "localhost",
        "a.localhost",
        "gateway",
        "gateway.shop.svc",
        "gateway.shop.svc.cluster.local",
        "vm.c.project.internal",
        "mesh.example.com",
        "MESH.EXAMPLE.COM.",
        "LOCALHOST."
      })
  void addressesAndNamesThatNoPageCanHaveAreKnown(String host) {
    assertThat(hosts.know(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example.",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io",
        "1.2.3",
        "999.1.2.3",
        "localhost.evil.example",
        "local.evil.example",
        "x.mesh.example.com",
        "notlocal.evil-svc.com",
        "a.xlocal"
      })
  void namesOfThePublicDnsAreNot(String host) {
    assertThat(hosts.know(host)).isFalse();
  }
}
