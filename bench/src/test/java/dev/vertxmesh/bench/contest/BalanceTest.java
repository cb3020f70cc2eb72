package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceTest {

  @Test
  void adaptiveIsHeldAgainstTheMeanOfWhatWasSetByHand() {
    assertThat(failed(outcome(970, 0, 0))).isEmpty();
    assertThat(failed(outcome(969, 0, 0))).containsExactly("calls/s, adaptive / set by hand");
  }

  @Test
  void oneRefusalOrErrorIsOneTooMany() {
    assertThat(failed(outcome(1_000, 1, 0)))
        .containsExactly("calls refused by the providers' pools");
    assertThat(failed(outcome(1_000, 0, 1))).containsExactly("errors with all well");
  }

  private static BalanceRun.Outcome outcome(long adaptive, long refused, long errors) {
    return new BalanceRun.Outcome(
        List.of(
            seen(Spread.ADAPTIVE, adaptive, errors),
            seen(Spread.BY_HAND, 900, 0),
            seen(Spread.ADAPTIVE, adaptive, 0),
            seen(Spread.BY_HAND, 1_100, 0)),
        refused,
        List.of());
  }

  private static BalanceRun.Seen seen(Spread spread, long calls, long errors) {
    return new BalanceRun.Seen(
        spread, null, new Wrk.Outcome(calls, 1, 50, 55, 60, errors, 0, 0, 0, 0.1));
  }

  private static List<String> failed(BalanceRun.Outcome outcome) {
    return Balance.verdicts(outcome).stream()
        .filter(verdict -> !verdict.pass())
        .map(Verdict::what)
        .toList();
  }
}
