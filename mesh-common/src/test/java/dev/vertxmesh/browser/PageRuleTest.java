package dev.vertxmesh.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageRuleTest {

  private static final String OTHER = "https://evil.example";

  private final KnownHosts hosts = new KnownHosts(List.of());
  private final PageRule own = new PageRule(Set.of(), hosts);

  /** A request for localhost:8080 with a header that is null where there's none. */
  private static HttpServerRequest from(String origin, String site) {
    return from(origin, site, HostAndPort.authority("localhost", 8080));
  }

  private static HttpServerRequest from(String origin, String site, HostAndPort authority) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (origin != null) {
      headers.set("origin", origin);
    }
    if (site != null) {
      headers.set("sec-fetch-site", site);
    }
    return request(headers, authority);
  }

  private static HttpServerRequest request(MultiMap headers, HostAndPort authority) {
    return (HttpServerRequest)
        Proxy.newProxyInstance(
            PageRuleTest.class.getClassLoader(),
            new Class<?>[] {HttpServerRequest.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getHeader" -> headers.get(arguments[0].toString());
                  case "headers" -> headers;
                  case "authority" -> authority;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void whoIsNoPageMayAsk() {
    assertThat(own.allows(from(null, null))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    ", same-origin, true",
    ", none, true",
    ", same-site, false",
    ", cross-site, false",
    "http://localhost:8080, same-origin, true",
    // its name has been rebound, or it's a sandbox on the same host
    "http://localhost:8080, cross-site, false",
  })
  void whatTheBrowserSaysOfTheSiteCounts(String origin, String site, boolean allowed) {
    assertThat(own.allows(from(origin, site))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080, true",
    "http://localhost, false",
    "http://localhost:8081, false",
    "http://evil-localhost:8080, false",
    OTHER + ", false",
    "null, false",
  })
  void anOldBrowsersPageIsOneOfThisOriginOrNot(String origin, boolean allowed) {
    assertThat(own.allows(from(origin, null))).isEqualTo(allowed);
  }

  @Test
  void aNameThatAPageMayHaveReboundIsNotThisOrigin() {
    HttpServerRequest rebound =
        from("http://evil.example:8080", null, HostAndPort.authority("evil.example", 8080));
    assertThat(own.allows(rebound)).isFalse();
  }

  @Test
  void whoDoesNotSayForWhomItIsHasNoOriginOfHere() {
    assertThat(own.allows(from(OTHER, null, null))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void thePagesThatWereNamedMayAsk(String site) {
    PageRule named = new PageRule(Set.of(OTHER), hosts);
    assertThat(named.allows(from(OTHER, site))).isTrue();
    assertThat(named.allows(from(OTHER, null))).isTrue();
    assertThat(named.allows(from("https://worse.example", site))).isFalse();
    assertThat(named.allows(from(null, site))).isFalse();
  }

  @Test
  void anyPageMayAskWhereAnyMay() {
    PageRule any = new PageRule(Set.of(PageRule.ANY), hosts);
    assertThat(any.allows(from(OTHER, "cross-site"))).isTrue();
    assertThat(any.allows(from(null, "cross-site"))).isTrue();
  }

  @Test
  void theSenderIsItsOriginWhereTheBrowserTellsIt() {
    assertThat(PageRule.sender(from(OTHER, "cross-site"))).isEqualTo(OTHER);
    assertThat(PageRule.sender(from(null, "cross-site"))).isEqualTo("another site");
  }

  @Test
  void aRequestIsForAKnownHostOrSaysOfNone() {
    assertThat(hosts.know(from(null, null))).isTrue();
    HostAndPort public1 = HostAndPort.authority("evil.example", 80);
    assertThat(hosts.know(from(null, null, public1))).isFalse();
    assertThat(hosts.know(from(null, null, null))).isTrue();
  }

  @Test
  void aHostThatCannotBeReadIsNotKnown() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().set("host", "a b");
    assertThat(hosts.know(request(headers, null))).isFalse();
  }
}
