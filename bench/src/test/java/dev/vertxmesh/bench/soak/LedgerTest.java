package dev.vertxmesh.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final Failure LOST = new Failure("lost", "the link closed");

  private long now = 1_000;
  private final Ledger ledger = new Ledger(() -> now);

  @BeforeEach
  void timeGoesOn() {
    now += 1_000;
  }

  @Test
  void rightAnswersAreCountedByKind() {
    ledger.ended(Kind.FORM, now, null);
    ledger.ended(Kind.FORM, now, null);
    ledger.ended(Kind.KV, now, null);

    assertThat(ledger.right()).isEqualTo(3);
    assertThat(ledger.rightByKind()).isEqualTo(Map.of(Kind.FORM, 2L, Kind.KV, 1L));
    assertThat(ledger.unexpected()).isEmpty();
  }

  @Test
  void aFailureThatNothingCausesIsUnexpected() {
    ledger.ended(Kind.FORM, now, LOST);

    assertThat(ledger.unexpected()).isEqualTo(Map.of("HTTP/1.1 form: lost", 1L));
    assertThat(ledger.examples()).containsExactly("HTTP/1.1 form: lost: the link closed");
  }

  @Test
  void aFailureDuringAnActHasItAsItsCause() {
    kill();
    ledger.ended(Kind.FORM, now - 500, LOST);

    assertThat(ledger.expected()).isEqualTo(Map.of("HTTP/1.1 form: lost, as it was killed", 1L));
    assertThat(ledger.unexpected()).isEmpty();
  }

  @Test
  void otherKindsAndOtherFailuresHaveNoCauseInIt() {
    kill();
    ledger.ended(Kind.KV, now, LOST);
    ledger.ended(Kind.FORM, now, new Failure("wrong", "7"));

    assertThat(ledger.expected()).isEmpty();
    assertThat(ledger.unexpected()).containsOnlyKeys("gRPC kvstore: lost", "HTTP/1.1 form: wrong");
  }

  @Test
  void aCallThatBeganSoonAfterTheActMayStillFailOfIt() {
    kill().end();
    now += Ledger.GRACE_NANOS;
    ledger.ended(Kind.FORM, now, LOST);

    assertThat(ledger.unexpected()).isEmpty();
  }

  @Test
  void aCallThatBeganLaterMayNot() {
    kill().end();
    now += Ledger.GRACE_NANOS + 1;
    ledger.ended(Kind.FORM, now, LOST);

    assertThat(ledger.expected()).isEmpty();
    assertThat(ledger.unexpected()).hasSize(1);
  }

  @Test
  void aCallThatEndedBeforeTheActDidNotFailOfIt() {
    ledger.ended(Kind.FORM, now - 500, LOST);
    now++;
    kill().end();

    assertThat(ledger.unexpected()).hasSize(1);
  }

  private Ledger.Excuse kill() {
    return ledger.expect("it was killed", Set.of(Kind.FORM), Set.of("lost"));
  }
}
