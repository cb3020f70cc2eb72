package dev.vertxmesh.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.address.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesUrlTest {

  private static final InPod NO_POD = new InPod(Map.of(), Path.of("none"));

  @Test
  void inAPodItsOwnAccountIsTaken(@TempDir Path account) throws IOException {
    Files.writeString(account.resolve("namespace"), "shop\n");
    Map<String, String> environment =
        Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "6443");
    KubernetesUrl url =
        KubernetesUrl.parse("orders,users,infra/x", new InPod(environment, account));
    assertThat(url.address()).isEqualTo(new HostPort("fd00::1", 6443));
    assertThat(url.isEncrypted()).isTrue();
    assertThat(url.isNamed()).isFalse();
    assertThat(url.tokenFile()).isEqualTo(account.resolve("token"));
    assertThat(url.authority()).isEqualTo(account.resolve("ca.crt"));
    assertThat(url.scopes())
        .containsExactly(
            new Scope("shop", List.of("orders", "users"), null),
            new Scope("infra", List.of("x"), null));
    assertThat(url.describe()).isEqualTo("kubernetes:shop/orders,shop/users,infra/x");
  }

  @Test
  void elsewhereItIsToldAll() {
    KubernetesUrl url =
        KubernetesUrl.parse(
            "shop/?label=app%3Dorders&api=https://[::1]:6443/&token-file=/t&ca=/c&wait=3&port=main"
                + "&protocol=dubbo&cache=none",
            NO_POD);
    assertThat(url.address()).isEqualTo(new HostPort("::1", 6443));
    assertThat(url.tokenFile()).isEqualTo(Path.of("/t"));
    assertThat(url.authority()).isEqualTo(Path.of("/c"));
    assertThat(url.choice()).isEqualTo(new PortChoice("main", "dubbo"));
    assertThat(url.keyed().waitSeconds()).isEqualTo(3);
    assertThat(url.keyed().snapshot()).isNull();
    assertThat(url.describe()).isEqualTo("kubernetes:shop/?label=app=orders at [::1]:6443");
    Scope scope = url.scopes().get(0);
    assertThat(scope.uri(ResourceKind.SERVICES, "x=y"))
        .isEqualTo("/api/v1/namespaces/shop/services?labelSelector=app%3Dorders&x=y");
  }

  @Test
  void whatOthersMayHaveIsNotAskedFor() {
    KubernetesUrl url = KubernetesUrl.parse("a/x,a/y,b/z?api=http://h", NO_POD);
    assertThat(url.address()).isEqualTo(new HostPort("h", 80));
    assertThat(url.scopes().get(0).uri(ResourceKind.ENDPOINT_SLICES, "x=y"))
        .isEqualTo(
            "/apis/discovery.k8s.io/v1/namespaces/a/endpointslices"
                + "?labelSelector=kubernetes.io%2Fservice-name%20in%20%28x%2Cy%29&x=y");
    assertThat(url.scopes().get(0).uri(ResourceKind.SERVICES, "x=y"))
        .isEqualTo("/api/v1/namespaces/a/services?x=y");
    assertThat(url.scopes().get(1).uri(ResourceKind.SERVICES, "x=y"))
        .isEqualTo("/api/v1/namespaces/b/services?fieldSelector=metadata.name%3Dz&x=y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | names no Service, expected one, or label=SELECTOR",
        "orders | this isn't a pod (KUBERNETES_SERVICE_HOST isn't set), expected api=https://HOST",
        "//h/orders | '//h/orders' isn't understood, expected kubernetes:[NAMESPACE/]SERVICE",
        "Shop/orders | 'Shop/orders' isn't understood",
        "shop/?api=https://h | 'shop/' names no Service",
        "shop/x?label=a&api=https://h | 'shop/x' names a Service, expected none with label=",
        "x?api=https://h&api=https://h | the option 'api' is given twice",
        "x?apis=1 | the option 'apis' is not known, expected one of api, ca, cache",
        "x?api=ftp://h | api isn't understood, expected https://HOST[:PORT]",
        "x?api=https://h:0 | api has the port 0",
        "x?api=http://h&ca=/c | ca is for api=https://HOST",
        "x?api=http://h&token-file=/t | everybody on the way can read the token",
        "x?api=https://h&wait=0 | wait is '0', expected seconds from 1 to 86400",
        "x?api=https://h&port=A_B | port is 'A_B', expected a port's name or number",
        "x?api=https://h&protocol=9 | protocol is '9'",
        "x?api=https://h&label=%zz | label has a % without two hexadecimal digits",
        "x?ca=/c | this isn't a pod",
      })
  void whatIsWrongIsNamed(String rest, String told) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KubernetesUrl.parse(rest, NO_POD))
        .withMessageContaining(told);
  }

  @ParameterizedTest
  @CsvSource({"x?api=https://me:s3cret@h", "me:s3cret@h/x?api=https://h", "x?s3cret=1"})
  void nothingOfAPasswordIsSaid(String rest) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KubernetesUrl.parse(rest, NO_POD))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3"));
  }
}
