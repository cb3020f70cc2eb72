package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.FakeEndpoint;
import dev.vertxmesh.balance.Members;
import dev.vertxmesh.balance.endpoint.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConsistentHashTest {

  private static final int KEYS = 20_000;

  private final List<FakeEndpoint> ten =
      new ArrayList<>(List.of(Members.weighing(IntStream.generate(() -> 1).limit(10).toArray())));
  private int inFlight;

  @Test
  void theSameKeyGoesTheSameWay() {
    Picker picker = hash(ten);
    for (int key = 1; key < 1_000; key++) {
      assertThat(picker.pick(hashOf(key))).isSameAs(picker.pick(hashOf(key)));
    }
  }

  @Test
  void keysSpreadByWeight() {
    ten.get(0).weight = 3;
    Map<String, Integer> homes = counts(homes(ten));
    assertThat(homes.get("e0")).isCloseTo(KEYS * 3 / 12, within(KEYS / 20));
    assertThat(homes.get("e5")).isCloseTo(KEYS / 12, within(KEYS / 30));
  }

  @Test
  void onlyTheKeysOfWhoGoesMove() {
    String[] before = homes(ten);
    ten.remove(4);
    String[] after = homes(ten);
    for (int i = 0; i < KEYS; i++) {
      if (!before[i].equals("e4")) {
        assertThat(after[i]).isEqualTo(before[i]);
      }
    }
  }

  @Test
  void whoComesTakesItsShareOfKeysAndNoOthersMove() {
    String[] before = homes(ten);
    ten.add(new FakeEndpoint("new", 1));
    String[] after = homes(ten);
    long moved = IntStream.range(0, KEYS).filter(i -> !after[i].equals(before[i])).count();
    assertThat(moved).isCloseTo(KEYS / 11, within((long) KEYS / 40));
    assertThat(counts(after).get("new")).isEqualTo((int) moved);
  }

  @Test
  void keysOfWhoCannotBeReachedSpreadOverTheOthersAndComeBack() {
    String[] before = homes(ten);
    ten.get(4).open = false;
    String[] meanwhile = homes(ten);
    Map<String, Integer> of4 = new HashMap<>();
    for (int i = 0; i < KEYS; i++) {
      if (before[i].equals("e4")) {
        of4.merge(meanwhile[i], 1, Integer::sum);
      } else {
        assertThat(meanwhile[i]).isEqualTo(before[i]);
      }
    }
    assertThat(of4).hasSize(9);
    ten.get(4).open = true;
    assertThat(homes(ten)).isEqualTo(before);
  }

  @Test
  void oneKeyAskedForAllTheTimeDoesNotFillItsHomeUp() {
    Member[] members = Members.of(ten.toArray(FakeEndpoint[]::new));
    Picker picker = new ConsistentHash(members, () -> inFlight, Members.chance());
    for (; inFlight < 1_000; inFlight++) {
      picker.pick(hashOf(7)).stats().begun();
    }
    int most = Arrays.stream(members).mapToInt(member -> member.stats().inFlight()).max().orElse(0);
    assertThat(most).isBetween(100, 126);
  }

  @Test
  void callsWithoutAKeyGoAnywhere() {
    assertThat(Members.shares(hash(ten), 1_000)).hasSize(10);
  }

  @Test
  void nobodyNearIsUsableButSomebodyFarIs() {
    List<FakeEndpoint> many =
        List.of(Members.weighing(IntStream.generate(() -> 1).limit(2_000).toArray()));
    many.forEach(endpoint -> endpoint.open = false);
    assertThat(hash(many).pick(hashOf(1))).isNull();
    many.get(1_234).open = true;
    assertThat(hash(many).pick(hashOf(1)).endpoint()).isSameAs(many.get(1_234));
  }

  private Picker hash(List<FakeEndpoint> endpoints) {
    Member[] members = Members.of(endpoints.toArray(FakeEndpoint[]::new));
    return new ConsistentHash(members, () -> inFlight, Members.chance());
  }

  private String[] homes(List<FakeEndpoint> endpoints) {
    Picker picker = hash(endpoints);
    return IntStream.range(0, KEYS)
        .mapToObj(key -> picker.pick(hashOf(key)).toString())
        .toArray(String[]::new);
  }

  private static Map<String, Integer> counts(String[] homes) {
    Map<String, Integer> counts = new HashMap<>();
    for (String home : homes) {
      counts.merge(home, 1, Integer::sum);
    }
    return counts;
  }

  private static long hashOf(int key) {
    return Hash.of("key " + key);
  }
}
