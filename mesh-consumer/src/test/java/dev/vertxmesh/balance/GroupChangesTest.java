package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.picker.Candidate;
import dev.vertxmesh.picker.CandidatePicker;
import dev.vertxmesh.plugin.PickerPlugin;
import dev.vertxmesh.routing.RouteRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a group takes notice of what has changed, and what it remembers. */
class GroupChangesTest {

  private static final long LATER = Members.seconds(1_000);

  private final FakeEndpoint a = new FakeEndpoint("10.0.0.1:1", 1);
  private final FakeEndpoint b = new FakeEndpoint("10.0.0.2:1", 1);

  private static double share(Group group, FakeEndpoint endpoint) {
    return group.view(0).stream()
        .filter(view -> view.endpoint().equals(endpoint.name))
        .findFirst()
        .orElseThrow()
        .share();
  }

  private static Map<String, Integer> picks(Group group, int count, long now) {
    Map<String, Integer> picks = new HashMap<>();
    for (int i = 0; i < count; i++) {
      picks.merge(group.pick(any(), HashKey.NONE, now).key(), 1, Integer::sum);
    }
    return picks;
  }

  private static RoutedGroupTest.Asked any() {
    return new RoutedGroupTest.Asked("m", Map.of());
  }

  @Test
  void whoComesIsNotLookedAtBeforeItsTime() {
    Group group = Members.group(BalanceMode.ADAPTIVE, List.of());
    group.update(List.of(a, b), LATER);
    a.weight = 3;
    group.pick(HashKey.NONE, LATER + Members.millis(99));
    assertThat(share(group, a)).isEqualTo(0.5);
    group.pick(HashKey.NONE, LATER + Members.millis(101));
    assertThat(share(group, a)).isEqualTo(0.75);
  }

  @Test
  void soDoesACallThatIsMadeAgain() {
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of(a, b));
    a.weight = 3;
    group.pickOther(HashKey.NONE, List.of(), Members.millis(101));
    assertThat(share(group, a)).isEqualTo(0.75);
  }

  @Test
  void whereNobodyIsACallThatIsMadeAgainGoesNowhere() {
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of());
    assertThat(group.pickOther(HashKey.NONE, List.of(), 0)).isNull();
  }

  @Test
  void whereOthersHadItACallGoesToASickOneRatherThanNowhere() {
    Group group =
        new Group(
            Members.HELLO,
            new GroupSettings(
                BalanceMode.ROUND_ROBIN,
                0,
                new EjectionOptions(1, 0, 0, 1_000, 1),
                EjectionObserver.NOBODY,
                () -> 0,
                Members.chance(),
                null,
                ""));
    group.update(List.of(a, b), 0);
    Member sick = group.pick(HashKey.NONE, 0);
    group.begun(sick);
    group.ended(sick, false, Outcome.FAILED, 1, 0);
    Member other = group.pick(HashKey.NONE, 0);
    assertThat(other).isNotSameAs(sick);
    assertThat(group.pickOther(HashKey.NONE, List.of(other), 0)).isSameAs(sick);
  }

  /** Three of four: over twice as many as the other only if that one's count as others'. */
  @Test
  void whoHasThreeInFlightOfFourIsNotHeldBack() {
    Group group = Members.group(BalanceMode.ADAPTIVE, List.of(a, b));
    group.rules(RouteRules.NONE, 0);
    areThreeAndOne(group);
    assertThat(picks(group, 10, 0)).isEqualTo(Map.of(a.name, 5, b.name, 5));
  }

  @Test
  void norAmongThoseThatARuleLeaves() {
    FakeEndpoint c = new FakeEndpoint("10.0.0.3:1", 1);
    Group group = Members.group(BalanceMode.ADAPTIVE, List.of(a, b, c));
    group.rules(RoutedGroupTest.conditions("=> host!=10.0.0.3"), 0);
    areThreeAndOne(group);
    assertThat(picks(group, 10, 0)).isEqualTo(Map.of(a.name, 5, b.name, 5));
  }

  @Test
  void butWhoHasAllOfFiveIs() {
    FakeEndpoint c = new FakeEndpoint("10.0.0.3:1", 1);
    Group group = Members.group(BalanceMode.ADAPTIVE, List.of(a, b, c));
    group.rules(RoutedGroupTest.conditions("=> host!=10.0.0.3"), 0);
    Member hanging = group.pick(any(), HashKey.NONE, 0);
    for (int i = 0; i < 5; i++) {
      group.begun(hanging);
    }
    assertThat(picks(group, 10, 0)).hasSize(1).doesNotContainKey(hanging.key());
  }

  @Test
  void whatAnUpdateSaysCountsAtOnce() {
    Group group =
        new Group(
            Members.HELLO,
            new GroupSettings(
                BalanceMode.ROUND_ROBIN,
                1_000,
                EjectionOptions.NEVER,
                EjectionObserver.NOBODY,
                () -> 5_000,
                Members.chance(),
                null,
                ""));
    group.update(List.of(a, b), 0);
    String text = "configs: [{applications: [x], parameters: {weight: 4}}]";
    group.rules(RoutedGroupTest.rules("com.x.Hello.configurators", text), 0);
    assertThat(share(group, a)).isEqualTo(0.5);
    a.tags = Map.of("application", "x");
    group.update(List.of(a, b), 0);
    assertThat(share(group, a)).as("a tag").isEqualTo(0.8);
    b.weight = 4;
    group.update(List.of(a, b), 0);
    assertThat(share(group, a)).as("a weight").isEqualTo(0.5);
    FakeEndpoint c = new FakeEndpoint("10.0.0.3:1", 8);
    c.startedAtMillis = 4_500;
    group.update(List.of(a, b, c), 0);
    assertThat(share(group, c)).as("a new one, half warm").isEqualTo(4.0 / 12);
  }

  @Test
  void whoComesInSomebodysPlaceWithTheSameTagsGetsItsCalls() {
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of(a, b));
    group.rules(RoutedGroupTest.conditions("=> host!=10.0.0.9"), 0);
    FakeEndpoint c = new FakeEndpoint("10.0.0.3:1", 1);
    group.update(List.of(a, c), 0);
    assertThat(picks(group, 10, 0)).isEqualTo(Map.of(a.name, 5, c.name, 5));
  }

  @Test
  void whatOthersHaveInFlightCountsForAHashedCallsBound() {
    FakeEndpoint c = new FakeEndpoint("10.0.0.3:1", 1);
    Group group = Members.group(BalanceMode.HASH, List.of(a, b, c));
    Member owner = group.pick(1, 0);
    Member next = group.pickOther(1, List.of(owner), 0);
    Member third = group.pickOther(1, List.of(owner, next), 0);
    for (int i = 0; i < 8; i++) {
      group.begun(third);
    }
    for (int i = 0; i < 7; i++) { // of 8 + i + 1 a third and a quarter of that is over i
      assertThat(group.pick(1, 0)).as("%d in flight", i).isSameAs(owner);
      group.begun(owner);
    }
    assertThat(group.pick(1, 0)).as("eight would be over 7").isSameAs(next);
  }

  private void areThreeAndOne(Group group) {
    Map<String, Member> members = new HashMap<>();
    while (members.size() < 2) {
      Member member = group.pick(any(), HashKey.NONE, 0);
      members.put(member.key(), member);
    }
    group.begun(members.get(b.name));
    for (int i = 0; i < 3; i++) {
      group.begun(members.get(a.name));
    }
  }

  /** The bound of a member is a quarter more than its share of all, and one. */
  @Test
  void aHashedCallGoesOnWhereItsPlaceHasMoreThanItsShare() {
    Group group = Members.group(BalanceMode.HASH, List.of(a, b));
    Member owner = group.pick(1, 0);
    Member other = group.pickOther(1, List.of(owner), 0);
    for (int i = 0; i < 8; i++) {
      group.begun(other);
    }
    for (int i = 0; i < 10; i++) { // 5/4 x (8 + i + 1) / 2 is over i up to there
      assertThat(group.pick(1, 0)).as("%d in flight", i).isSameAs(owner);
      group.begun(owner);
    }
  }

  @Test
  void weightsThatChangeInPlaceCountAmongThoseThatARuleLeaves() {
    FakeEndpoint c = new FakeEndpoint("10.0.0.3:1", 1);
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of(a, b, c));
    group.rules(RoutedGroupTest.conditions("method=m => host!=10.0.0.3"), 0);
    RoutedGroupTest.Asked nobody = new RoutedGroupTest.Asked("m", Map.of());
    assertThat(picks(group, 10, 0)).isEqualTo(Map.of(a.name, 5, b.name, 5));
    a.weight = 4;
    group.pick(nobody, HashKey.NONE, Members.millis(101));
    assertThat(picks(group, 500, Members.millis(102)).get(a.name)).isBetween(395, 405);
  }

  @Test
  void whereARuleLeavesNobodyTimeGoesOnAllTheSame() {
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of(a, b));
    group.rules(RoutedGroupTest.conditions("=> host=10.0.0.9"), 0);
    assertThat(group.pick(any(), HashKey.NONE, 0)).isNull();
    assertThat(group.pick(any(), HashKey.NONE, Members.millis(101))).isNull();
  }

  @Test
  void whatARuleHadThemWeighIsForgottenWithIt() {
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of(a, b));
    String text = "configs: [{addresses: ['10.0.0.1'], parameters: {weight: 4}}]";
    group.rules(RoutedGroupTest.rules("com.x.Hello.configurators", text), 0);
    group.pick(any(), HashKey.NONE, Members.millis(101)); // the whole service's are weighed, too
    group.rules(RouteRules.NONE, Members.millis(102));
    assertThat(picks(group, 100, Members.millis(102)).get(a.name)).isBetween(48, 52);
  }

  @Test
  void itMattersByWhatACallIsSpreadForAHashAndAPlugin() {
    assertThat(Members.group(BalanceMode.HASH, List.of()).isHashing()).isTrue();
    assertThat(Members.group(BalanceMode.RANDOM, List.of()).isHashing()).isFalse();
    assertThat(new Group(Members.HELLO, counting(new ArrayList<>())).isHashing()).isTrue();
  }

  /** By a plugin that notes for how many members it makes a picker. */
  private static GroupSettings counting(List<Integer> made) {
    PickerPlugin plugin =
        new PickerPlugin() {
          @Override
          public String name() {
            return "counting";
          }

          @Override
          public <C extends Candidate> CandidatePicker<C> make(
              List<C> all, RandomGenerator random) {
            made.add(all.size());
            return key -> all.get(0);
          }
        };
    return new GroupSettings(
        BalanceMode.RANDOM,
        0,
        EjectionOptions.NEVER,
        EjectionObserver.NOBODY,
        () -> 0,
        Members.chance(),
        plugin,
        "");
  }

  /** A set of members for each method from one to another, in a group that has so many of them. */
  private static Group setsOf(int members, int rules, List<Integer> made) {
    List<FakeEndpoint> endpoints =
        IntStream.range(0, members)
            .mapToObj(i -> new FakeEndpoint("10.0.%d.%d:1".formatted(i / 200, i % 200), 1))
            .toList();
    Group group = new Group(Members.HELLO, counting(made));
    group.update(endpoints, 0);
    StringBuilder conditions = new StringBuilder("{force: true, conditions: [");
    for (int i = 0; i < rules; i++) {
      conditions.append("'method=m%d => host!=10.0.%d.%d',".formatted(i, i / 200, i % 200));
    }
    group.rules(
        RoutedGroupTest.rules("com.x.Hello.condition-router", conditions.append("]}").toString()),
        0);
    made.clear();
    return group;
  }

  private static void ask(Group group, int from, int to) {
    for (int i = from; i < to; i++) {
      group.pick(new RoutedGroupTest.Asked("m" + i, Map.of()), HashKey.NONE, 0);
    }
  }

  @Test
  void setsOfMoreThanFourThousandMembersInSumAreForgotten() {
    List<Integer> made = new ArrayList<>();
    Group group = setsOf(65, 100, made); // 64 of 64 are 4,096
    ask(group, 0, 64);
    assertThat(made).hasSize(64).containsOnly(64);
    ask(group, 0, 64);
    assertThat(made).as("all are remembered").hasSize(64);
    ask(group, 64, 65);
    ask(group, 64, 65);
    assertThat(made).as("only the last is").hasSize(65);
    ask(group, 0, 64);
    assertThat(made).as("and those that come then").hasSize(65 + 64);
    ask(group, 0, 63);
    ask(group, 64, 65);
    assertThat(made).as("the one before the last made them forgotten again").hasSize(129 + 64);
  }

  @Test
  void ofManyMembersSixteenSetsAreRemembered() {
    List<Integer> made = new ArrayList<>();
    Group group = setsOf(401, 30, made);
    ask(group, 0, 16);
    ask(group, 0, 16);
    assertThat(made).hasSize(16).containsOnly(400);
    ask(group, 16, 17);
    ask(group, 0, 1);
    assertThat(made).hasSize(18);
  }

  @Test
  void atMostAThousandSetsAreRemembered() {
    List<Integer> made = new ArrayList<>();
    Group group = new Group(Members.HELLO, counting(made));
    List<FakeEndpoint> lanes = new ArrayList<>();
    for (int i = 0; i < 1_026; i++) {
      FakeEndpoint lane = new FakeEndpoint("10.1.%d.%d:1".formatted(i / 200, i % 200), 1);
      lane.tags = Map.of("dubbo.tag", "lane" + i);
      lanes.add(lane);
    }
    group.update(lanes, 0);
    made.clear();
    askLanes(group, 0, 1_024);
    askLanes(group, 0, 1_024);
    assertThat(made).hasSize(1_024).containsOnly(1);
    askLanes(group, 1_024, 1_026);
    assertThat(made).hasSize(1_026);
    askLanes(group, 0, 1);
    assertThat(made).hasSize(1_027);
    askLanes(group, 1_024, 1_026);
    assertThat(made).hasSize(1_027);
  }

  private static void askLanes(Group group, int from, int to) {
    for (int i = from; i < to; i++) {
      group.pick(new RoutedGroupTest.Asked("m", Map.of("dubbo.tag", "lane" + i)), HashKey.NONE, 0);
    }
  }
}
