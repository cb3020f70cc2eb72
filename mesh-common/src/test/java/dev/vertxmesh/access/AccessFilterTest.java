package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.net.tls.ClientCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is let pass, as whom, and what goes on with the call. */
class AccessFilterTest extends AccessFixture {

  @Test
  void aKeySaysWhoCallsAndGoesNoFurther() {
    Call call =
        byHttp(
            Map.of("x-api-key", "the key of the shop"),
            Map.of("x-api-key", "the key of the shop", "traceparent", "00"));
    assertThat(pass(filter(LinkTrust.TLS, null), call).succeeded()).isTrue();
    assertThat(passed).containsExactly(call);
    assertThat(call.attachments()).containsOnlyKeys("traceparent");
    assertThat(call.record().identity()).isEqualTo("key:shop");
    assertThat(call.record().introduction()).isEqualTo("key:shop;partners");
  }

  @Test
  void aKeyOfNobodyIsRefusedAndNotRepeated() {
    Call call = byHttp(Map.of("x-api-key", "guessed"), Map.of());
    CallFailure failure = refused(call, pass(filter(LinkTrust.TLS, null), call));
    assertThat(failure.status()).isEqualTo(Status.UNAUTHENTICATED);
    assertThat(failure).hasMessage("x-api-key: nobody has this key");
  }

  @Test
  void twoKeysAreRefusedWhicheverOfThemIsRight() {
    String right = "the key of the shop";
    Call call = byHttp(Map.of("x-api-key", right, "x-api-key" + AGAIN, "guessed"), Map.of());
    CallFailure failure = refused(call, pass(filter(LinkTrust.TLS, null), call));
    assertThat(failure.status()).isEqualTo(Status.UNAUTHENTICATED);
    assertThat(failure).hasMessage("x-api-key: it is there more than once, expected once");
    Call other = byHttp(Map.of("x-api-key", right, "authorization" + AGAIN, "a"), Map.of());
    assertThat(pass(filter(LinkTrust.TLS, null), other).succeeded())
        .as("without issuers that one is the provider's own")
        .isTrue();
  }

  @Test
  void whoShowsNothingIsAskedToAndIsntToldTheRules() {
    Call call = byHttp(Map.of(), Map.of());
    CallFailure failure = refused(call, pass(filter(LinkTrust.TLS, null), call));
    assertThat(failure.status()).isEqualTo(Status.UNAUTHENTICATED);
    assertThat(failure).hasMessage("a caller without credentials may not call it");
  }

  @Test
  void whoIsKnownAndMayNotIsDenied() throws IOException {
    rules("{who: [\"key:other\"], services: [\"*\"], then: allow}");
    Call call = byHttp(Map.of("x-api-key", "the key of the shop"), Map.of());
    CallFailure failure = refused(call, pass(filter(LinkTrust.TLS, null), call));
    assertThat(failure.status()).isEqualTo(Status.DENIED);
    assertThat(failure).hasMessage("key:shop may not call a.Orders.place");
  }

  @Test
  void nobodySaysForAnAgentWhoCalls() {
    Call call =
        byHttp(
            Map.of("x-api-key", "the key of the shop"),
            Map.of("X-Mesh-Identity", "key:admin", "x-mesh-identity", "key:admin", "User", "root"));
    assertThat(pass(filter(LinkTrust.ALWAYS, "user"), call).succeeded()).isTrue();
    assertThat(call.attachments()).isEqualTo(Map.of("user", "key:shop"));
  }

  @Test
  void theAgentsOwnCallsAreAskedNothing() {
    Call call = call(Origin.AGENT, Map.of());
    assertThat(pass(filter(LinkTrust.TLS, null), call).succeeded()).isTrue();
  }

  @Test
  void anotherFileCountsFromTheNextCallOnAndABadOneChangesNothing() throws IOException {
    Access access = Access.open(null, file.toString(), meters);
    AccessFilter filter =
        new AccessFilter(access, "here", LinkTrust.TLS, ClientCertificates.ASKED, null);
    Map<String, String> key = Map.of("x-api-key", "the key of the shop");
    assertThat(pass(filter, byHttp(key, Map.of())).succeeded()).isTrue();

    rules("{who: [\"key:shop\"], services: [\"*\"], then: deny}");
    assertThat(access.lookNow()).isTrue();
    Call denied = byHttp(key, Map.of());
    assertThat(refused(denied, pass(filter, denied)).status()).isEqualTo(Status.DENIED);

    rules("{who: [\"key:shop\"], services: [\"*\"], then: perhaps}");
    assertThat(access.lookNow()).isFalse();
    assertThat(access.lookNow()).as("it's told of once").isFalse();
    assertThat(access.described().getString("problem")).contains("given 'perhaps'");
    Call still = byHttp(key, Map.of());
    assertThat(refused(still, pass(filter, still)).status()).isEqualTo(Status.DENIED);

    rules("{who: [\"key:shop\"], services: [\"*\"], then: log-only}");
    assertThat(access.lookNow()).isTrue();
    assertThat(access.described().getString("problem")).isEmpty();
    assertThat(pass(filter, byHttp(key, Map.of())).succeeded()).isTrue();
  }

  @Test
  void whatBecomesOfCallsIsCountedByKind() {
    AccessFilter filter = filter(LinkTrust.TLS, null);
    pass(filter, byHttp(Map.of("x-api-key", "the key of the shop"), Map.of()));
    pass(filter, byHttp(Map.of(), Map.of()));
    assertThat(meters.scrape())
        .contains("decision=\"allowed\",kind=\"key\"} 1.0")
        .contains("decision=\"unauthenticated\",kind=\"anonymous\"} 1.0");
  }

  @Test
  void withoutAFileNobodyIsAsked() {
    AccessFilter filter =
        new AccessFilter(
            Access.open(null, null, meters), "here", LinkTrust.TLS, ClientCertificates.ASKED, null);
    Call call = byHttp(Map.of("x-api-key", "of the provider"), Map.of("x-api-key", "its"));
    assertThat(pass(filter, call).succeeded()).isTrue();
    assertThat(call.attachments()).isEqualTo(Map.of("x-api-key", "its"));
    assertThat(call.record().identity()).isNull();
    assertThat(CallRecord.INTRODUCTION).isEqualTo("x-mesh-identity");
  }

  @Test
  void whatARuleSaysSomeMaySetNobodyElseSets() throws IOException {
    rules(
        "{who: [\"key:shop\"], services: [a.Orders], may: [Dubbo.tag], then: allow}\n"
            + "    - {who: [\"*\"], services: [\"*\"], then: allow}");
    AccessFilter filter = filter(LinkTrust.TLS, null);
    Map<String, String> key = Map.of("x-api-key", "the key of the shop");
    Call shop = byHttp(key, new HashMap<>(Map.of("dubbo.tag", "gray", "other", "1")));
    assertThat(pass(filter, shop).succeeded()).isTrue();
    assertThat(shop.record().allowed()).containsExactly("dubbo.tag");

    for (String name : List.of("dubbo.tag", "DUBBO.Tag", "json:dubbo.tag")) {
      Call nobody = byHttp(Map.of(), new HashMap<>(Map.of(name, "gray")));
      CallFailure failure = refused(nobody, pass(filter, nobody));
      assertThat(failure.status()).isEqualTo(Status.DENIED);
      assertThat(failure).hasMessage("anonymous may not set the attachment dubbo.tag");
    }
    Call plain = byHttp(Map.of(), new HashMap<>(Map.of("other", "1")));
    assertThat(pass(filter, plain).succeeded()).isTrue();
    Call carrying = byHttp(Map.of(), new HashMap<>());
    carrying.record().carries(Map.of("dubbo.tag", "gray"));
    assertThat(refused(carrying, pass(filter, carrying)).status()).isEqualTo(Status.DENIED);
  }

  @Test
  void whoShowsWrongKeysIsAskedToWaitAndWhoWasRightFromThereIsNot() throws IOException {
    rules("{who: [\"key:shop\"], services: [a.Orders], then: allow}");
    Files.writeString(file, Files.readString(file).replace("access:", "access:\n  guesses: 3"));
    AccessFilter filter = filter(LinkTrust.TLS, null);
    Map<String, String> right = Map.of("x-api-key", "the key of the shop");
    assertThat(pass(filter, byHttp(right, new HashMap<>())).succeeded()).isTrue();
    for (int i = 0; i < 3; i++) {
      Call guess = byHttp(Map.of("x-api-key", "guess " + i), new HashMap<>());
      assertThat(refused(guess, pass(filter, guess)).status()).isEqualTo(Status.UNAUTHENTICATED);
    }
    Call guess = byHttp(Map.of("x-api-key", "guess"), new HashMap<>());
    CallFailure limited = refused(guess, pass(filter, guess));
    assertThat(limited.status()).isEqualTo(Status.LIMITED);
    assertThat(limited.retryAfterMillis()).isBetween(1L, 20_000L);
    assertThat(limited)
        .hasMessage("too many keys or tokens that weren't right have come from this address");
    assertThat(pass(filter, byHttp(right, new HashMap<>())).succeeded()).isTrue();
    Call without = byHttp(Map.of(), new HashMap<>());
    assertThat(refused(without, pass(filter, without)).status())
        .as("who shows nothing guesses nothing")
        .isEqualTo(Status.UNAUTHENTICATED);
  }

  @Test
  void howManyAMinuteIsANumber() throws IOException {
    Files.writeString(file, "access:\n  guesses: many\n");
    assertThatThrownBy(() -> filter(LinkTrust.TLS, null))
        .hasMessageContaining("guesses: 'many', expected from 0 to 999999");
  }
}
