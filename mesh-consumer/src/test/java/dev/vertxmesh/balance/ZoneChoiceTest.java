package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.balance.pick.Picker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Which calls leave the zone, where chance says what the test has it say. */
class ZoneChoiceTest {

  private final List<FakeEndpoint> near = new ArrayList<>();
  private final List<FakeEndpoint> far = new ArrayList<>();
  private final List<String> reweighed = new ArrayList<>();
  private double chance = 0.5;
  private int asked;

  private final RandomGenerator random =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          throw new AssertionError();
        }

        @Override
        public double nextDouble() {
          asked++;
          return chance;
        }
      };

  private FakeEndpoint endpoint(String zone, List<FakeEndpoint> to) {
    FakeEndpoint endpoint = new FakeEndpoint(zone + to.size(), 1);
    endpoint.tags = Map.of("zone", zone);
    endpoint.freeCredit = 4;
    to.add(endpoint);
    return endpoint;
  }

  private GroupSettings settings(BalanceMode mode, String zone) {
    return new GroupSettings(
        mode, 0, EjectionOptions.NEVER, EjectionObserver.NOBODY, () -> 0, random, null, zone);
  }

  private Member[] members() {
    List<FakeEndpoint> all = new ArrayList<>(near);
    all.addAll(far);
    return Members.of(all.toArray(FakeEndpoint[]::new));
  }

  private ZoneSplit split() {
    return new ZoneSplit(members(), settings(BalanceMode.RANDOM, "here"), First::new);
  }

  /** Picks the first of its part. */
  private final class First implements Picker {
    private final Member[] part;

    First(Member[] part) {
      this.part = part;
    }

    @Override
    public Member pick(long key) {
      return part[0];
    }

    @Override
    public void reweigh() {
      Arrays.stream(part).map(Member::key).forEach(reweighed::add);
    }
  }

  private static String picked(ZoneSplit split) {
    Member member = split.pick(HashKey.NONE);
    return member == null ? "anybody" : member.key();
  }

  @Test
  void thereAreZonesWhereSomeAreNearAndSomeAreNot() {
    endpoint("here", near);
    assertThat(ZoneSplit.divides(members(), settings(BalanceMode.RANDOM, "here"))).isFalse();
    endpoint("there", far);
    assertThat(ZoneSplit.divides(members(), settings(BalanceMode.RANDOM, "here"))).isTrue();
    assertThat(ZoneSplit.divides(members(), settings(BalanceMode.RANDOM, "else"))).isFalse();
    assertThat(ZoneSplit.divides(members(), settings(BalanceMode.RANDOM, ""))).isFalse();
    assertThat(ZoneSplit.divides(members(), settings(BalanceMode.HASH, "here"))).isFalse();
    far.get(0).tags = Map.of();
    assertThat(ZoneSplit.divides(members(), settings(BalanceMode.RANDOM, ""))).isFalse();
  }

  @Test
  void whileAQuarterOfTheZoneIsFreeChanceIsNotAsked() {
    FakeEndpoint here = endpoint("here", near);
    endpoint("there", far);
    here.inFlight = 12; // of 16
    assertThat(picked(split())).isEqualTo("here0");
    assertThat(asked).isZero();
  }

  @Test
  void fromThereOnChanceSendsAPartElsewhere() {
    FakeEndpoint here = endpoint("here", near);
    endpoint("there", far);
    here.inFlight = 28; // of 32: half of what lies between three quarters and all
    ZoneSplit split = split();
    assertThat(picked(split)).isEqualTo("here0");
    chance = Math.nextDown(0.5);
    assertThat(picked(split)).isEqualTo("there0");
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void allGoWhereTheZoneHasNoneLeftOrCannotBeReached() {
    FakeEndpoint here = endpoint("here", near);
    endpoint("there", far);
    chance = 0.99;
    here.freeCredit = 0;
    assertThat(picked(split())).isEqualTo("there0");
    here.inFlight = 5;
    here.freeCredit = -1;
    assertThat(picked(split())).isEqualTo("there0");
    here.freeCredit = 10;
    here.open = false;
    assertThat(picked(split())).isEqualTo("there0");
  }

  @Test
  void whereNobodyElsewhereHasAnyEitherAnybodyDoes() {
    endpoint("here", near).freeCredit = 0;
    FakeEndpoint closed = endpoint("there", far);
    FakeEndpoint full = endpoint("there", far);
    closed.open = false;
    full.freeCredit = 0;
    assertThat(picked(split())).isEqualTo("anybody");
    full.freeCredit = 1;
    assertThat(picked(split())).isEqualTo("there0");
  }

  /** How many calls in a row stay where they were though the zone is full meanwhile. */
  private int staying(int members) {
    near.clear();
    for (int i = 0; i < members; i++) {
      endpoint("here", near);
    }
    ZoneSplit split = split();
    assertThat(picked(split)).isEqualTo("here0");
    near.forEach(one -> one.freeCredit = 0);
    int stay = 0;
    while (picked(split).equals("here0")) {
      stay++;
    }
    near.forEach(one -> one.freeCredit = 4);
    for (int i = 0; i < stay; i++) {
      assertThat(picked(split)).as("looked at as rarely later").isEqualTo("there0");
    }
    assertThat(picked(split)).isEqualTo("here0");
    return stay;
  }

  @Test
  void ofManyMembersNotEachCallAddsUpWhatTheyHave() {
    endpoint("there", far);
    assertThat(staying(32)).isZero();
    assertThat(staying(33)).isEqualTo(1);
    assertThat(staying(96)).isEqualTo(3);
  }

  @Test
  void bothPartsAreReweighed() {
    endpoint("here", near);
    endpoint("there", far);
    split().reweigh();
    assertThat(reweighed).containsExactly("here0", "there0");
  }
}
