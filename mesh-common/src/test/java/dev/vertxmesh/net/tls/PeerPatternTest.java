package dev.vertxmesh.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerPatternTest {

  @ParameterizedTest
  @CsvSource({
    "orders.svc,                     orders.svc,                        true",
    "Orders.SVC,                     orders.svc,                        true",
    "orders.svc,                     orders.svc.evil,                   false",
    "orders.svc,                     orders-svc,                        false",
    "*.orders.svc,                   a.orders.svc,                      true",
    "*.orders.svc,                   a.b.orders.svc,                    false",
    "*.orders.svc,                   orders.svc,                        false",
    "*.orders.svc,                   .orders.svc,                       false",
    "orders.*.svc,                   orders.shop.svc,                   true",
    "orders.*.svc,                   orders.shop.x.svc,                 false",
    "orders.*,                       orders.svc,                        true",
    "spiffe://mesh/sa/orders,        spiffe://mesh/sa/orders,           true",
    "spiffe://mesh/sa/orders,        spiffe://mesh/sa/orders/x,         false",
    "spiffe://mesh/sa/orders,        spiffe://mesh/sa/Orders,           false",
    "spiffe://mesh/ns/*/sa/orders,   spiffe://mesh/ns/shop/sa/orders,   true",
    "spiffe://mesh/ns/*/sa/orders,   spiffe://mesh/ns/a/b/sa/orders,    false",
    "spiffe://mesh/ns/*/sa/orders,   spiffe://mesh/ns//sa/orders,       false",
    "spiffe://mesh/ns/*/sa/orders,   spiffe://evil/ns/shop/sa/orders,   false",
    "spiffe://mesh/sa/*,             spiffe://mesh/sa/orders,           true",
    "spiffe://mesh/sa/*,             spiffe://mesh/sa/a?b,              false",
    "*.orders.svc,                   spiffe://x.orders.svc,             false",
    "urn:agent:orders,               urn:agent:orders,                  true",
    "10.0.0.7,                       10.0.0.7,                          true",
    "10.0.0.7,                       10.0.0.70,                         false",
    "::1,                            0:0:0:0:0:0:0:1,                   true",
    "a.b+c.svc,                      a.bbc.svc,                         false",
  })
  void aStarStandsForOneLabelOrSegment(String pattern, String name, boolean matches) {
    assertThat(PeerPattern.parse(pattern).matches(name)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "a b",
        "a,b",
        "a*.svc",
        "*a.svc",
        "*.*.svc",
        "**.svc",
        "spiffe://*/sa/orders",
        "spiffe://mesh/sa/orders-*",
        "spiffe://mesh/*/*",
        "*/sa",
        "*://mesh/sa",
        "spiffe:*",
        "é"
      })
  void whatWouldMeanMoreThanItSaysIsRefused(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerPattern.parse(pattern))
        .withMessageStartingWith("'" + pattern + "' is no such name, expected the name in a");
  }

  @Test
  void itIsShownAsItWasGiven() {
    assertThat(PeerPattern.parse("Orders.SVC")).hasToString("Orders.SVC");
  }
}
