package dev.vertxmesh.discovery.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DubboLayoutTest {

  /** As Dubbo 2.7.23 writes it, and Dubbo 3 with a few parameters more. */
  private static final String HELLO =
      "dubbo://10.0.0.1:20880/com.x.Hello?anyhost=true&application=shop&deprecated=false&dubbo=2.0.2"
          + "&dynamic=true&generic=false&interface=com.x.Hello&methods=hash,list&pid=42&release=2.7.23"
          + "&side=provider&timestamp=1763636400123";

  private final DubboLayout layout = new DubboLayout();

  private static String name(String interfaceName, String url) {
    return interfaceName + "/providers/" + URLEncoder.encode(url, StandardCharsets.UTF_8);
  }

  private Instance read(String url) {
    return layout.read(name("com.x.Hello", url), "7587848000").orElseThrow();
  }

  @Test
  void aProviderSaysAllInItsKey() {
    assertThat(read(HELLO))
        .isEqualTo(
            new Instance(
                Protocol.DUBBO,
                "dubbo-10.0.0.1-20880",
                "10.0.0.1",
                20880,
                List.of(ServiceKey.of("com.x.Hello")),
                100,
                Map.of("application", "shop"),
                0,
                1763636400123L));
  }

  @Test
  void whatItAlsoMaySayIsTaken() {
    Instance told =
        read(
            HELLO
                + "&group=blue&version=1.2&weight=30&threads=60&serialization=hessian2"
                + "&prefer.serialization=fastjson2,hessian2");
    assertThat(told.services()).containsExactly(ServiceKey.parse("com.x.Hello:1.2@blue"));
    assertThat(told.weight()).isEqualTo(30);
    assertThat(told.limit()).isEqualTo(57);
    assertThat(told.serialization()).isEqualTo("fastjson2");
    assertThat(read(HELLO + "&version=0.0.0").services())
        .containsExactly(ServiceKey.of("com.x.Hello"));
    assertThat(read(HELLO + "&serialization=fastjson").serialization()).isEqualTo("fastjson");
  }

  @Test
  void whatItsMethodsCallBackIsTakenWithEachOfItsServices() {
    Instance hello =
        read(
            HELLO
                + "&listen.1.callback=true&listen.0.callback=false&add.0.callback=true"
                + "&listen.callback=true&li%sten.2.callback=true");
    Instance users = read(HELLO.replace("com.x.Hello", "com.x.Users") + "&follow.0.callback=true");
    List<Instance> joined = layout.join(List.of(hello, users));
    assertThat(joined).hasSize(1);
    assertThat(joined.get(0).calledBack())
        .isEqualTo(
            Map.of(
                ServiceKey.of("com.x.Hello"), List.of("add.0", "listen.1"),
                ServiceKey.of("com.x.Users"), List.of("follow.0")));
    assertThat(read(HELLO).calledBack()).isEmpty();
  }

  @Test
  void thatIsBounded() {
    StringBuilder url = new StringBuilder(HELLO);
    for (int i = 0; i < 1_000; i++) {
      url.append("&m").append(i).append(".0.callback=true");
    }
    url.append('&').append("n".repeat(201)).append(".0.callback=true");
    Map<ServiceKey, List<String>> calledBack = read(url.toString()).calledBack();
    assertThat(calledBack.get(ServiceKey.of("com.x.Hello"))).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"disabled=true", "enabled=false", "weight=0"})
  void whoIsNotToBeCalledIsNotThere(String switchedOff) {
    assertThat(layout.read(name("com.x.Hello", HELLO + "&" + switchedOff), "1")).isEmpty();
  }

  @Test
  void severalServicesOfAnAddressAreOneInstance() {
    Instance hello = read(HELLO + "&weight=50&threads=100");
    Instance users = read(HELLO.replace("com.x.Hello", "com.x.Users").replace("400123", "400000"));
    Instance other = read(HELLO.replace("10.0.0.1", "[::1]"));
    List<Instance> joined = layout.join(List.of(users, other, hello));
    assertThat(joined).hasSize(2).contains(other);
    Instance both = joined.get(0);
    assertThat(both.services())
        .containsExactly(ServiceKey.of("com.x.Hello"), ServiceKey.of("com.x.Users"));
    assertThat(both.weight()).isEqualTo(50);
    assertThat(both.limit()).isEqualTo(95);
    assertThat(both.startedAtMillis()).isEqualTo(1763636400000L);
  }

  @ParameterizedTest
  @CsvSource({
    "com.x.Hello/providers/dubbo, true",
    "com.x.Hello/providers/, false",
    "com.x.Hello/providers, false",
    "com.x.Hello/consumers/consumer, false",
    "com.x.Hello/configurators/override, false",
    "com.x.Hello, false",
    "providers/dubbo, false"
  })
  void onlyProvidersAreLookedAt(String name, boolean concerns) {
    assertThat(layout.concerns(name)).isEqualTo(concerns);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tri://h:1/com.x.Hello|tri:// isn't understood, expected dubbo://",
        "nonsense|what has no protocol isn't understood",
        "dubbo://h:1|'h:1' has no interface behind its port",
        "dubbo://h/com.x.Hello|'h' has no port",
        "dubbo://h:x/com.x.Hello|port is 'x'",
        "dubbo://h:1/ctx/com.x.Hello?interface=com.x.Hello|the path is 'ctx/com.x.Hello'",
        "dubbo://h:1/com.x.Hello?weight=much|weight is 'much', expected a whole number",
        "dubbo://h:1/com.x.Hello?timestamp=-1|timestamp is '-1'",
      })
  void whatCanNotBeUnderstoodIsSaid(String url, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout.read(name("com.x.Hello", url), "1"))
        .withMessageContaining(message);
  }

  private static Instance port(String host, String service) {
    return new Instance(
        Protocol.DUBBO,
        "id",
        host,
        20001,
        List.of(ServiceKey.parse(service)),
        100,
        Map.of(),
        0,
        1763636400123L);
  }

  @Test
  void anAgentsPortStandsThereAsAProviderDoes() {
    String name = layout.name(port("10.0.0.9", "com.x.Users$Api:1.0@blue"));
    assertThat(name).startsWith("com.x.Users%24Api/providers/dubbo%3A%2F%2F10.0.0.9%3A20001%2Fcom");
    assertThat(URLDecoder.decode(name, StandardCharsets.UTF_8))
        .isEqualTo(
            "com.x.Users$Api/providers/dubbo://10.0.0.9:20001/com.x.Users$Api"
                + "?application=vertx-mesh&category=providers&dubbo=2.0.2&dynamic=true&group=blue"
                + "&interface=com.x.Users$Api&methods=*&serialization=hessian2&side=provider"
                + "&timestamp=1763636400123&version=1.0&vertx-mesh=true");
    assertThat(layout.concerns(name)).isTrue();
    assertThat(layout.value(port("h", "a.B"), 7587848000L)).isEqualTo("7587848000");
  }

  @Test
  void withoutGroupAndVersionNeitherIsNamedAndAnIpv6AddressIsInBrackets() {
    assertThat(URLDecoder.decode(layout.name(port("::1", "com.x.Hello")), StandardCharsets.UTF_8))
        .contains("dubbo://[::1]:20001/com.x.Hello?")
        .doesNotContain("group=", "version=");
  }

  @Test
  void whatTheMeshHasPutThereItselfIsNotRead() {
    assertThat(layout.read(layout.name(port("10.0.0.9", "com.x.Hello")), "1")).isEmpty();
    assertThat(read(HELLO.replace("application=shop", "application=vertx-mesh"))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.B&disabled=true", "a.B:1?x", "a.B@g=h", "a/B", "a.B@c%26d", "a.B@x,y"})
  void aServiceThatWouldBreakTheUrlIsRefused(String service) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout.name(port("h", service)))
        .withMessageContaining("'" + service + "' can't be written in Dubbo's URL");
  }

  @Test
  void whatIsNotEncodedRightIsNoProvider() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout.read("com.x.Hello/providers/dubbo%3A%2F%2Fh%ZZ", "1"));
  }
}
