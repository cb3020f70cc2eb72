package dev.vertxmesh.discovery.etcd.v3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleTextsTest {

  private static final String TAGS = "shop.tag-router";
  private static final String CONDITIONS = "com.x.Orders::.condition-router";

  private final RuleTexts texts = new RuleTexts(10_000);

  @Test
  void whatIsNoRuleIsLeftAlone() {
    texts.list(Map.of(TAGS, "a", "dubbo.properties", "b", "x/shop.tag-router", "c"), 0);
    texts.put("shop.properties", "d");
    assertThat(texts.all()).containsOnly(Map.entry(TAGS, "a"));
    assertThat(texts.skipped()).isEmpty();
  }

  @Test
  void whoIsMissingInALaterListingStaysForAWhileAndOneThatIsDeletedDoesNot() {
    texts.list(Map.of(TAGS, "a", CONDITIONS, "b"), 0);
    texts.list(Map.of(), 100);
    texts.settle(99);
    assertThat(texts.all()).hasSize(2);
    texts.put(CONDITIONS, "c");
    texts.list(Map.of(CONDITIONS, "c"), 150);
    texts.settle(100);
    assertThat(texts.all()).as("since the first time").containsOnly(Map.entry(CONDITIONS, "c"));
    texts.put(CONDITIONS, null);
    assertThat(texts.all()).isEmpty();
  }

  @Test
  void theyHaveSoMuchRoomAndWhatOneSaidBeforeStaysWhereThereIsNone() {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      many.put(i + ".tag-router", "x".repeat(100));
    }
    texts.list(many, 0);
    assertThat(texts.all()).hasSizeBetween(10, 40);
    assertThat(texts.skipped()).isNotEmpty();
    texts.list(Map.of(TAGS, "good"), 0);
    texts.settle(0);
    assertThat(texts.all()).isEmpty();
    texts.put(TAGS, "good"); // there's room again, all of it
    assertThat(texts.skipped()).isEmpty();
    texts.put(TAGS, "x".repeat(10_000));
    assertThat(texts.all()).containsOnly(Map.entry(TAGS, "good"));
    assertThat(texts.skipped()).containsOnlyKeys(TAGS);
    texts.put(TAGS, "better");
    assertThat(texts.all()).containsOnly(Map.entry(TAGS, "better"));
    assertThat(texts.skipped()).isEmpty();
  }

  /** One that takes 250 bytes, 24 for its name, and two for each character of its text. */
  private static String name(int number) {
    return number + ".tag-router";
  }

  private static String text(int bytes) {
    return "x".repeat((bytes - 250 - 24) / 2);
  }

  @Test
  void whateverTheirOrderTheSameOnesFit() {
    Map<String, String> ways = new HashMap<>();
    for (int i = 0; i < 9; i++) {
      ways.put(name(i), text(3_000));
    }
    texts.list(ways, 0);
    assertThat(texts.all()).containsOnlyKeys(name(0), name(1), name(2));
  }

  @Test
  void oneThatGrowsFitsWhereAnotherShrinks() {
    texts.list(Map.of(name(0), text(4_000), name(1), text(6_000)), 0);
    texts.list(Map.of(name(0), text(8_000), name(1), text(2_000)), 0);
    assertThat(texts.all()).containsEntry(name(0), text(8_000)).containsEntry(name(1), text(2_000));
    assertThat(texts.skipped()).isEmpty();
  }

  @Test
  void thereMayBeRoomAgainOnceOneIsGoneOrSmaller() {
    texts.list(Map.of(name(0), text(9_000), name(1), text(2_000)), 0);
    assertThat(texts.mayFitNow()).as("nothing was given back").isFalse();
    texts.put(name(0), text(8_500));
    assertThat(texts.mayFitNow()).isTrue();
    texts.list(Map.of(name(0), text(8_500), name(1), text(2_000)), 0);
    assertThat(texts.mayFitNow()).as("it doesn't fit yet").isFalse();
    texts.put(name(0), null);
    assertThat(texts.mayFitNow()).isTrue();
    texts.list(Map.of(name(1), text(2_000)), 0);
    assertThat(texts.all()).containsOnlyKeys(name(1));
    texts.put(name(1), null);
    assertThat(texts.mayFitNow()).as("none waits for room").isFalse();
  }

  @Test
  void whatIsSaidOfOneThatIsTooLargeIsWhatCounts() {
    texts.list(Map.of(name(0), text(3_000), name(1), text(20_000)), 0);
    assertThat(texts.skipped().get(name(1)))
        .isEqualTo("it takes 20000 bytes and all others 3000, expected at most 10000 together");
    texts.put(name(0), text(11_000));
    assertThat(texts.skipped().get(name(0)))
        .isEqualTo(
            "it takes 11000 bytes and all others 0, expected at most 10000 together;"
                + " what it said before counts");
    assertThat(texts.all()).containsEntry(name(0), text(3_000));
  }
}
