package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What stands in a registry beside providers: their types, and rules for them. */
class FollowedTextsTest {

  private static final String ORDERS = "com.x.Orders";
  private static final String PROVIDER =
      "dubbo://h:1/com.x.Orders?application=shop&interface=com.x.Orders&version=1.0&group=blue";
  private static final ServiceKey SERVICE = new ServiceKey(ORDERS, "blue", "1.0");
  private static final String TYPES = "definition com.x.Orders:1.0@blue shop";
  private static final String RULE = "rule com.x.Orders:1.0:blue.condition-router";

  /** Takes all but what begins with "bad". */
  private record Words(String text, long weight) implements ServiceTypes {}

  private static final class Reader implements BackendKind {
    @Override
    public String name() {
      return "dubbo";
    }

    @Override
    public BackendFactory with(BackendSettings settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ServiceTypes types(ServiceKey service, String text) {
      if (text.startsWith("bad")) {
        throw new IllegalArgumentException("it's bad");
      }
      return new Words(text, text.startsWith("heavy") ? Long.MAX_VALUE / 2 : text.length());
    }
  }

  private final HandStore store = new HandStore();
  private final HandTime time = new HandTime();
  private final List<Map<String, String>> rules = new ArrayList<>();
  private final FollowWatcher watcher =
      new FollowWatcher(
          store,
          store,
          new Reader(),
          time.thread(),
          new SnapshotPublisher(),
          new FollowOptions("test", 10, null, true, true, true));

  private Promise<Void> called() {
    Promise<Void> known = Promise.promise();
    watcher.follow(SERVICE, known);
    time.pass(200);
    return known;
  }

  private void begin() {
    store.set("providers " + ORDERS, Map.of(PROVIDER, ""));
    watcher.begin();
    time.pass(100);
  }

  private Object types() {
    Instance provider = watcher.instances().get(0);
    return watcher.definitions().of(provider, SERVICE) instanceof Words words ? words.text : null;
  }

  private void set(String where, Map<String, String> all) {
    store.set(where, all);
    time.pass(100);
  }

  @Test
  void typesAreReadOfWhatIsCalled() {
    store.set(TYPES, Map.of("", "first"));
    begin();
    watcher.followAlways(List.of(NamePattern.of(ORDERS)));
    time.pass(1_000);
    assertThat(watcher.instances()).hasSize(1);
    assertThat(store.listeners).doesNotContainKey(TYPES);
    assertThat(called().future().succeeded()).isTrue();
    assertThat(types()).isEqualTo("first");
    set(TYPES, Map.of("", "second"));
    assertThat(types()).isEqualTo("second");
    set("providers " + ORDERS, Map.of());
    assertThat(store.listeners).doesNotContainKey(TYPES);
  }

  @Test
  void aCallWaitsForThemASecondAtMost() {
    store.silent.add(TYPES);
    begin();
    Promise<Void> known = called();
    assertThat(known.future().isComplete()).isFalse();
    time.pass(1_000);
    assertThat(known.future().succeeded()).isTrue();
    assertThat(types()).isNull();
    set(TYPES, Map.of("", "late"));
    assertThat(types()).isEqualTo("late");
  }

  @Test
  void whatCannotBeUnderstoodIsSkippedAndWhatItSaidLastCounts() {
    store.set(TYPES, Map.of("", "good"));
    begin();
    called();
    set(TYPES, Map.of("", "bad"));
    assertThat(types()).isEqualTo("good");
    assertThat(watcher.skipped()).isEqualTo(1);
    assertThat(watcher.definitions().skippedEntries()).containsValue("it's bad");
    set(TYPES, Map.of("", "heavy"));
    assertThat(types()).as("there's no room for it").isEqualTo("good");
    assertThat(watcher.skipped()).isEqualTo(1);
    set(TYPES, Map.of("", "better"));
    assertThat(types()).isEqualTo("better");
    assertThat(watcher.skipped()).isZero();
    assertThat(watcher.definitions().skippedEntries()).isEmpty();
  }

  /** What it said before is kept, and so is its weight. */
  @Test
  void whatThereIsNoRoomForMakesNoRoom() {
    Map<String, FollowedStore.Listener> listeners = new HashMap<>();
    FollowedTexts<String, String> texts =
        new FollowedTexts<>(
            new FollowedTexts.Kind<>() {
              @Override
              public FollowedStore.Watch watch(String key, FollowedStore.Listener listener) {
                listeners.put(key, listener);
                return () -> {};
              }

              @Override
              public String read(String key, String text) {
                return text;
              }

              @Override
              public long weight(String text) {
                return text.length();
              }
            },
            time.thread(),
            10,
            () -> true,
            () -> {});
    texts.want(Set.of("a", "b"));
    listeners.get("a").onEntries(Map.of("", "x".repeat(8)));
    listeners.get("a").onEntries(Map.of("", "x".repeat(11)));
    listeners.get("b").onEntries(Map.of("", "y".repeat(8)));
    time.pass(10);
    assertThat(texts.values()).isEqualTo(Map.of("a", "x".repeat(8)));
    assertThat(texts.skipped()).isEqualTo(2);
    listeners.get("a").onRefusal(new IllegalStateException("not now"));
    listeners.get("a").onEntries(Map.of("", "x".repeat(2)));
    listeners.get("b").onEntries(Map.of("", "y".repeat(8)));
    time.pass(10);
    assertThat(texts.values()).hasSize(2);
    listeners.get("a").onRefusal(new IllegalStateException("not now"));
    listeners.get("a").onEntries(Map.of("", "x".repeat(2)));
    time.pass(10);
    assertThat(texts.skipped()).as("it can be read again").isZero();
    texts.want(Set.of("b"));
    listeners.get("a").onRefusal(new IllegalStateException("too late"));
    time.pass(10);
    assertThat(texts.skipped()).as("nobody wants it any more").isZero();
  }

  @Test
  void thatItIsGoneIsBelievedOfARegistryThatIsWell() {
    store.set(TYPES, Map.of("", "good"));
    begin();
    called();
    store.isAway = true;
    time.pass(5_000);
    store.isAway = false;
    time.pass(1_000);
    set(TYPES, Map.of());
    assertThat(types()).as("it may have lost it").isEqualTo("good");
    time.pass(20_000);
    set("providers " + ORDERS, Map.of(PROVIDER + "&timestamp=2", ""));
    assertThat(types()).isNull();
    set(TYPES, Map.of("", "good"));
    assertThat(types()).isEqualTo("good");
    set(TYPES, Map.of());
    assertThat(types()).isNull();
  }

  @Test
  void rulesAreToldOfWhatIsFollowed() {
    store.set(RULE, Map.of("", "a rule"));
    store.set("rule shop.tag-router", Map.of("", "tags"));
    store.set("rule me.configurators", Map.of("", "mine"));
    store.set("rule others.tag-router", Map.of("", "no"));
    watcher.followRules("me", rules::add);
    begin();
    assertThat(called().future().succeeded()).isTrue();
    Map<String, String> mine = Map.of("me.configurators", "mine");
    Map<String, String> all =
        Map.of(
            "com.x.Orders:1.0:blue.condition-router",
            "a rule",
            "shop.tag-router",
            "tags",
            "me.configurators",
            "mine");
    assertThat(rules).startsWith(mine).endsWith(all);
    int before = rules.size();
    set(RULE, Map.of("", "a rule"));
    assertThat(rules).as("nothing is new").hasSize(before);
    set(RULE, Map.of("", "x".repeat(FollowedRules.LONGEST + 10)));
    assertThat(rules.get(before).get("com.x.Orders:1.0:blue.condition-router"))
        .as("who reads it refuses it for its length")
        .hasSize(FollowedRules.LONGEST + 1);
    time.pass(20_000);
    set(RULE, Map.of());
    assertThat(rules.get(before + 1)).hasSize(2);
    set("providers " + ORDERS, Map.of());
    assertThat(rules.get(before + 2)).isEqualTo(mine);
  }

  /** Nothing else may change for hours. */
  @Test
  void aRuleThatIsTakenAwayWhileTheRegistryIsAwayCountsForAWhileOnly() {
    store.set(RULE, Map.of("", "a rule"));
    watcher.followRules("me", rules::add);
    begin();
    called();
    assertThat(rules.get(rules.size() - 1)).hasSize(1);
    store.isAway = true;
    time.pass(5_000);
    store.isAway = false;
    time.pass(1_500);
    set(RULE, Map.of());
    assertThat(rules.get(rules.size() - 1)).as("it may have lost it").hasSize(1);
    time.pass(20_000);
    assertThat(rules.get(rules.size() - 1)).isEmpty();
  }

  /** They're one provider, which has the name of the first. */
  @Test
  void nobodyWaitsWhereTwoApplicationsStandAtOneAddress() {
    watcher.followRules("me", rules::add);
    begin();
    set(
        "providers " + ORDERS,
        Map.of(PROVIDER, "", PROVIDER.replace("application=shop", "application=inn"), ""));
    assertThat(watcher.instances()).isEmpty();
    assertThat(called().future().succeeded()).isTrue();
    assertThat(watcher.instances()).hasSize(1);
  }

  @Test
  void whereRulesAreNotReadNobodyLooksForThem() {
    begin();
    called();
    assertThat(store.listeners.keySet()).noneMatch(where -> where.startsWith("rule "));
  }
}
