package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What members weigh, and how much they take, of whom the first has just started. */
class WeightPolicyTest {

  private static final long WARM_UP = 30_000;
  private static final long START = 1_700_000_000_000L;

  private final FakeEndpoint[] endpoints = Members.weighing(2, 4, 4);
  private final Member[] members = Members.of(endpoints);
  private final SlowStart slowStart = new SlowStart(WARM_UP, () -> START + WARM_UP / 2);

  WeightPolicyTest() {
    endpoints[0].startedAtMillis = START;
    endpoints[1].startedAtMillis = START - WARM_UP;
  }

  private double[] weights() {
    return Arrays.stream(members).mapToDouble(Member::weight).toArray();
  }

  private double[] capacities() {
    return Arrays.stream(members).mapToDouble(Member::capacity).toArray();
  }

  @Test
  void byTheRegisteredWeightsWhoIsNewGetsAPart() {
    new RegisteredWeights(slowStart).weigh(members, 0, 0);
    assertThat(weights()).containsExactly(1, 4, 4);
    assertThat(capacities()).containsExactly(1, 4, 4);
  }

  @Test
  void byAdaptiveOnesTooAndWhoSaysWhatItTakesTakesThat() {
    endpoints[0].limit = 50;
    endpoints[1].limit = 150;
    new AdaptiveWeights(slowStart).weigh(members, 0, 0);
    assertThat(weights()).containsExactly(0.5, 6, 4);
    assertThat(capacities()).containsExactly(0.5, 6, 4);
  }

  @Test
  void whoIsSlowWeighsLessAndTakesAsMuch() {
    for (int i = 1; i < 3; i++) {
      members[i].stats().begun();
      members[i].stats().ended(Outcome.ANSWERED, i * 1_000, i * 1_000, 0);
    }
    new AdaptiveWeights(slowStart).weigh(members, 1_000, 0);
    assertThat(weights()).containsExactly(new double[] {1, 4, 2}, within(1e-9));
    assertThat(capacities()).containsExactly(1, 4, 4);
  }

  @Test
  void whileHalfAreWarmWhoIsNewGetsAPart() {
    endpoints[2].startedAtMillis = START;
    SlowStart ofTwo = new SlowStart(WARM_UP, () -> START);
    Member[] two = Members.of(endpoints[0], endpoints[1]);
    ofTwo.begin(two, 0);
    assertThat(ofTwo.factor(two[0], 0)).isEqualTo(0.1);
    ofTwo.begin(members, 0);
    assertThat(ofTwo.factor(members[0], 0)).as("one of three").isEqualTo(1);
  }

  @Test
  void whoHasBeenKnownForSoLongIsWarmWhateverItsClockSays() {
    long known = Members.seconds(100);
    Member late = new Member(endpoints[0], known);
    Member[] two = {late, members[1]};
    SlowStart behind = new SlowStart(WARM_UP, () -> START - WARM_UP);
    long now = known + Members.seconds(15);
    behind.begin(two, now);
    assertThat(behind.factor(late, now)).isEqualTo(0.5);
  }
}
