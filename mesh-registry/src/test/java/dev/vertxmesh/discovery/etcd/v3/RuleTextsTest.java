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
}
