package dev.vertxmesh.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets calls with a tag and calls without, as Dubbo's tag router has it. */
class TagRuleTest {

  private final Fleet fleet =
      new Fleet()
          .with("a", "10.0.0.1", 20880, "env=gray")
          .with("b", "10.0.0.2", 20880, "")
          .with("c", "10.0.1.3", 20881, "")
          .with("own", "10.0.0.4", 20880, "dubbo.tag=tag3");

  private final RuleBook book = new RuleBook(RouteConsumer.NOBODY, true);

  private RouteRules rule(String text) {
    RouteRules rules = book.take(Map.of("comments.tag-router", text));
    assertThat(book.skipped()).isEmpty();
    return rules;
  }

  @ParameterizedTest(name = "force {0}, {1}")
  @CsvSource(
      delimiter = ';',
      value = {
        "false ; m                                       ; b",
        "false ; m @dubbo.tag=tag1                       ; a",
        "false ; m @dubbo.tag=tag2                       ; c",
        "false ; m @dubbo.tag=tag3                       ; own",
        "false ; m @dubbo.tag=tag9                       ; b",
        "false ; m @dubbo.tag=tag9 @dubbo.force.tag=true ; -",
        "true  ; m @dubbo.tag=tag1                       ; a",
        "true  ; m @dubbo.tag=none                       ; b",
        "false ; m @dubbo.tag=tag1|team|ann              ; a",
        "false ; m @dubbo.tag=tag1|team @dubbo.force.tag=true ; -",
      })
  void byAddresses(boolean force, String call, String left) {
    RouteRules rules =
        rule(
            """
            force: %s
            enabled: true
            key: comments
            tags:
              - {name: tag1, addresses: ['10.0.0.1:20880']}
              - {name: tag2, addresses: ['10.0.1.*:20881']}
              - {name: gone, addresses: ['10.9.9.9:1']}
            """
                .formatted(force));
    assertThat(fleet.left(rules, call)).isEqualTo(left);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.1            | a",
        "10.0.0.1:20880      | a",
        "10.0.0.1:1          | a b c",
        "10.0.*.*            | a b c own",
        "10.0.*.*:20881      | c",
        "10.0.0.1-2          | a b",
        "10.0.1.0/24         | c",
        "10.0.0.0/23         | a b c own",
        "*:20881             | c",
        "0.0.0.0:20881       | c",
      })
  void anAddressIsWrittenInManyWays(String address, String left) {
    RouteRules rules = rule("tags: [{name: t, addresses: ['" + address + "']}]");
    assertThat(fleet.left(rules, "m @dubbo.tag=t")).isEqualTo(left);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{exact: gray}    | a",
        "{prefix: gr}     | a",
        "{wildcard: g*y}  | a",
        "{noempty: x}     | a",
        "{empty: x}       | b c own",
        "{exact: blue}    | b c a",
      })
  void byWhatTheInstancesSay(String value, String left) {
    RouteRules rules =
        rule("configVersion: v3.0\ntags: [{name: t, match: [{key: env, value: " + value + "}]}]");
    assertThat(fleet.left(rules, "m @dubbo.tag=t").split(" "))
        .containsExactlyInAnyOrder(left.split(" "));
  }

  @Test
  void withoutARuleTheInstancesOwnTagsCount() {
    assertThat(fleet.left(RouteRules.NONE, "m")).isEqualTo("a b c");
    assertThat(fleet.left(RouteRules.NONE, "m @dubbo.tag=tag3")).isEqualTo("own");
    assertThat(fleet.left(RouteRules.NONE, "m @dubbo.tag=no")).isEqualTo("a b c");
    assertThat(fleet.left(RouteRules.NONE, "m @dubbo.tag=no @dubbo.force.tag=true")).isEqualTo("-");
  }

  @Test
  void withoutAnyTagThereIsNothingToLookAt() {
    Fleet plain = new Fleet().with("a", "h", 1, "").with("b", "i", 1, "");
    assertThat(plain.routes(RouteRules.NONE).isNone()).isTrue();
  }

  @Test
  void aCanaryIsAPartOfTheCallsWithoutATag() {
    RouteRules rules =
        rule(
            """
            tags: [{name: v2, addresses: ['10.0.0.1']}]
            canary: {tag: v2, percent: 5}
            """);
    Map<String, Integer> draws = fleet.draws(rules, "m");
    assertThat(draws.keySet()).containsExactly("a", "b c");
    assertThat(draws.get("a")).isBetween(20, 90);
    assertThat(fleet.draws(rules, "m @dubbo.tag=tag3")).containsOnlyKeys("own");
  }
}
