package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.RuleBook;
import dev.vertxmesh.routing.rule.RouteRequest;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gets calls while rules say who may. */
class RoutedGroupTest {

  private final FakeEndpoint a = endpoint("10.0.0.1:1", "v1");
  private final FakeEndpoint b = endpoint("10.0.0.2:1", "v1");
  private final FakeEndpoint c = endpoint("tri://10.0.0.3:1", "v2");
  private final List<FakeEndpoint> all = List.of(a, b, c);

  private final Group group =
      new Group(
          Members.HELLO,
          new GroupSettings(
              BalanceMode.ADAPTIVE,
              0,
              new EjectionOptions(2, 0, 0, 1_000, 1),
              EjectionObserver.NOBODY,
              () -> 0,
              Members.chance(),
              null,
              ""));

  record Asked(String method, Map<String, String> attachments) implements RouteRequest {
    @Override
    public String parameter(String name) {
      return null;
    }

    @Override
    public String attachment(String name) {
      return attachments.get(name);
    }

    @Override
    public String argument(int index) {
      return null;
    }
  }

  private static FakeEndpoint endpoint(String name, String version) {
    FakeEndpoint endpoint = new FakeEndpoint(name, 1);
    endpoint.tags = Map.of("version", version, "application", "hello");
    return endpoint;
  }

  @BeforeEach
  void update() {
    group.update(all, 0);
  }

  static RouteRules rules(String name, String text) {
    RuleBook book = new RuleBook(RouteConsumer.NOBODY, true);
    RouteRules rules = book.take(Map.of(name, text));
    assertThat(book.skipped()).isEmpty();
    return rules;
  }

  static RouteRules conditions(String condition) {
    return rules(
        "com.x.Hello.condition-router", "{force: true, conditions: ['" + condition + "']}");
  }

  private Map<String, Integer> calls(String method, int count) {
    Map<String, Integer> shares = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      Member member = group.pick(new Asked(method, Map.of()), HashKey.NONE, i);
      shares.merge(member == null ? "nobody" : member.key(), 1, Integer::sum);
      if (member != null) {
        group.begun(member);
        group.ended(member, group.isProbe(), Outcome.ANSWERED, 1_000, i);
      }
    }
    return shares;
  }

  @Test
  void withoutRulesNothingIsAsked() {
    assertThat(group.isRouted()).isFalse();
    group.rules(RouteRules.NONE, 0);
    assertThat(group.isRouted()).isFalse();
  }

  @Test
  void callsAreSpreadEvenlyAmongThoseThatARuleLeaves() {
    group.rules(conditions("method=get* => version=v1"), 0);
    assertThat(calls("getOne", 100)).isEqualTo(Map.of(a.name, 50, b.name, 50));
    assertThat(calls("save", 90)).isEqualTo(Map.of(a.name, 30, b.name, 30, c.name, 30));
  }

  @Test
  void whereRulesLeaveNobodyNobodyIsCalled() {
    group.rules(conditions("=> version=v9"), 0);
    assertThat(calls("getOne", 3)).isEqualTo(Map.of("nobody", 3));
  }

  @Test
  void whoseTagChangesIsSeenByTheRules() {
    group.rules(conditions("=> version=v2"), 0);
    assertThat(calls("m", 4)).isEqualTo(Map.of(c.name, 4));
    b.tags = Map.of("version", "v2");
    group.update(all, 1);
    assertThat(calls("m", 4)).isEqualTo(Map.of(b.name, 2, c.name, 2));
  }

  @Test
  void rulesThatAreTakenBackLeaveEverybody() {
    group.rules(conditions("=> version=v2"), 0);
    group.rules(RouteRules.NONE, 0);
    assertThat(calls("m", 3)).hasSize(3);
  }

  @Test
  void aConfiguratorsWeightCountsInsteadOfTheRegistered() {
    String text = "configs: [{addresses: ['10.0.0.1:1'], parameters: {weight: 4}}]";
    group.rules(rules("com.x.Hello.configurators", text), 0);
    assertThat(calls("m", 60)).isEqualTo(Map.of(a.name, 40, b.name, 10, c.name, 10));
    group.rules(RouteRules.NONE, 0);
    Map<String, Integer> after = calls("m", 300);
    assertThat(after.get(a.name)).isBetween(95, 105);
  }

  @Test
  void whoIsDisabledGetsNothing() {
    String text = "configs: [{addresses: ['10.0.0.1'], parameters: {disabled: true}}]";
    group.rules(rules("com.x.Hello.configurators", text), 0);
    assertThat(calls("m", 10)).isEqualTo(Map.of(b.name, 5, c.name, 5));
  }

  @Test
  void anotherOneIsAskedOnlyAmongThoseThatARuleLeaves() {
    group.rules(conditions("=> version=v1"), 0);
    RouteRequest asked = new Asked("m", Map.of());
    Member first = group.pick(asked, HashKey.NONE, 0);
    Member second = group.pickOther(asked, HashKey.NONE, List.of(first), 0);
    assertThat(List.of(first.key(), second.key())).containsExactlyInAnyOrder(a.name, b.name);
    assertThat(group.pickOther(asked, HashKey.NONE, List.of(first, second), 0)).isNull();
  }

  @Test
  void nobodyIsTriedAfterAnEjectionByACallThatMayNotGoThere() {
    Member sick = null;
    while (sick == null || !sick.key().equals(c.name)) {
      sick = group.pick(HashKey.NONE, 0);
    }
    for (int i = 0; i < 2; i++) {
      group.begun(sick);
      group.ended(sick, false, Outcome.FAILED, 1, 0);
    }
    group.rules(conditions("method=get => version=v1"), 0);
    long later = Members.seconds(10);
    for (int i = 0; i < 10; i++) {
      Member picked = group.pick(new Asked("get", Map.of()), HashKey.NONE, later);
      assertThat(picked.key()).isNotEqualTo(c.name);
      assertThat(group.isProbe()).isFalse();
    }
    assertThat(group.pick(new Asked("other", Map.of()), HashKey.NONE, later).key())
        .isEqualTo(c.name);
    assertThat(group.isProbe()).isTrue();
  }

  @Test
  void whereAllThatARuleLeavesAreEjectedTheyShareTheCalls() {
    List<FakeEndpoint> five =
        List.of(a, b, c, endpoint("10.0.0.4:1", "v2"), endpoint("10.0.0.5:1", "v2"));
    group.update(five, 0);
    group.rules(conditions("method=get => version=v1"), 0);
    RouteRequest get = new Asked("get", Map.of());
    for (int i = 0; i < 8; i++) {
      Member member = group.pick(get, HashKey.NONE, 0);
      group.begun(member);
      group.ended(member, false, Outcome.FAILED, 1, 0);
    }
    assertThat(group.view(0)).filteredOn(MemberView::ejected).hasSize(2);
    Map<String, Integer> shares = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      shares.merge(group.pick(get, HashKey.NONE, 0).key(), 1, Integer::sum);
    }
    assertThat(shares).containsOnlyKeys(a.name, b.name);
    assertThat(shares.values()).allMatch(count -> count > 25);
  }

  @Test
  void aHundredTagsAreSpreadEvenlyEach() {
    List<FakeEndpoint> lanes =
        IntStream.range(0, 200)
            .mapToObj(
                i -> {
                  FakeEndpoint one = new FakeEndpoint("10.0.1.%d:1".formatted(i), 1);
                  one.tags = Map.of("dubbo.tag", "lane" + i / 2);
                  return one;
                })
            .toList();
    group.update(lanes, 0);
    Map<String, Integer> shares = new TreeMap<>();
    for (int i = 0; i < 1_000; i++) {
      Asked asked = new Asked("m", Map.of("dubbo.tag", "lane" + i % 100));
      shares.merge(group.pick(asked, HashKey.NONE, 0).key(), 1, Integer::sum);
    }
    assertThat(shares).hasSize(200);
    assertThat(shares.values()).allMatch(count -> count == 5);
  }

  @Test
  void aConfiguratorsWeightCountsForHashedCallsToo() {
    Group hashed = new Group(Members.HELLO, Members.plain(BalanceMode.HASH, Members.chance()));
    hashed.update(all, 0);
    String text = "configs: [{addresses: ['10.0.0.1:1'], parameters: {weight: 8}}]";
    hashed.rules(rules("com.x.Hello.configurators", text), 0);
    assertThat(sharesOf(hashed).get(a.name)).isBetween(720, 880);
    c.weight = 16;
    hashed.update(all, 0);
    assertThat(sharesOf(hashed).get(c.name)).isBetween(550, 750);
    hashed.rules(RouteRules.NONE, 0);
    assertThat(sharesOf(hashed).get(c.name)).isBetween(820, 950);
  }

  private static Map<String, Integer> sharesOf(Group hashed) {
    Map<String, Integer> shares = new TreeMap<>();
    for (int key = 0; key < 1_000; key++) {
      long hash = new SplittableRandom(key).nextLong();
      shares.merge(hashed.pick(new Asked("m", Map.of()), hash, 0).key(), 1, Integer::sum);
    }
    return shares;
  }

  @Test
  void whatRulesMakeOfACallIsTold() {
    group.rules(conditions("=> version=v2"), 0);
    RouteView view = group.explain(new Asked("m", Map.of()));
    assertThat(view.candidates()).containsExactly(a.name, b.name, "10.0.0.3:1");
    assertThat(view.steps().get(view.steps().size() - 1).left()).containsExactly("10.0.0.3:1");
  }
}
