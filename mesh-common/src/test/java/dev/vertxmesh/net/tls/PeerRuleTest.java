package dev.vertxmesh.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeerRuleTest {

  private static final String ORDERS = "spiffe://mesh/sa/orders";
  private static final String STOCK = "spiffe://mesh/sa/stock";
  private static final List<String> PROVEN = List.of(ORDERS, "orders.svc");

  private static PeerRule rule(String... patterns) {
    return new PeerRule(Stream.of(patterns).map(PeerPattern::parse).toList());
  }

  @Test
  void whoComesByItselfMayBeAnybodyOfTheAuthorityUnlessNamesAreGiven() {
    assertThat(rule().refusal(List.of())).isNull();
    assertThat(rule("*.svc").refusal(PROVEN)).isNull();
    assertThat(rule(STOCK, "a.b").refusal(PROVEN))
        .isEqualTo("proves to be spiffe://mesh/sa/orders, expected spiffe://mesh/sa/stock or a.b");
    assertThat(rule(STOCK).refusal(List.of()))
        .isEqualTo(
            "proves to be nobody, as its certificate has no name, expected spiffe://mesh/sa/stock");
  }

  @Test
  void whoWasFoundHasToBeWhomTheEntryNames() {
    assertThat(rule().refusal(PROVEN, ORDERS)).isNull();
    assertThat(rule().refusal(PROVEN, "orders.svc")).isNull();
    assertThat(rule().refusal(PROVEN, STOCK))
        .isEqualTo(
            "proves to be spiffe://mesh/sa/orders, expected spiffe://mesh/sa/stock, as the"
                + " registry has it");
  }

  @Test
  void anEntryIsNoBetterThanTheNamesThatWereGiven() {
    assertThat(rule("spiffe://mesh/sa/*").refusal(PROVEN, ORDERS)).isNull();
    assertThat(rule(STOCK).refusal(PROVEN, ORDERS))
        .isEqualTo("proves to be spiffe://mesh/sa/orders, expected spiffe://mesh/sa/stock");
    assertThat(rule("spiffe://mesh/sa/*").refusal(PROVEN, STOCK)).contains("expected " + STOCK);
  }

  @Test
  void anEntryThatNamesNobodyNeedsNames() {
    assertThat(rule(ORDERS).refusal(PROVEN, "")).isNull();
    assertThat(rule().refusal(PROVEN, ""))
        .isEqualTo(
            "proves to be spiffe://mesh/sa/orders, expected an identity in the registry's entry,"
                + " or --link-peer-san");
  }

  @Test
  void ofALongNameTheBeginningIsShown() {
    String refusal = rule(ORDERS).refusal(List.of("spiffe://mesh/" + "x".repeat(2_000)));
    assertThat(refusal).hasSizeLessThan(300).contains("xxx…, expected ");
  }
}
