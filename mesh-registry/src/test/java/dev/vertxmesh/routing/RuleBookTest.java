package dev.vertxmesh.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.routing.rule.RouteCandidate;
import dev.vertxmesh.routing.yaml.RuleReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleBookTest {

  private static final String GOOD = "scope: service\nconditions: ['=> region=b']\n";
  private static final String NAME = Fleet.SERVICE + ".condition-router";

  private final Fleet fleet =
      new Fleet().with("a", "10.0.0.1", 1, "region=a").with("b", "10.0.0.2", 1, "region=b");
  private final RuleBook book = new RuleBook(RouteConsumer.NOBODY, true);

  private String why(String name, String text) {
    book.take(Map.of(name, text));
    assertThat(book.skipped()).hasSize(1);
    return book.skipped().get(0).why();
  }

  @Test
  void whatARuleSaidLastCountsWhileItIsBroken() {
    assertThat(fleet.left(book.take(Map.of(NAME, GOOD)), "m")).isEqualTo("b");
    assertThat(fleet.left(book.take(Map.of(NAME, "conditions: [")), "m")).isEqualTo("b");
    assertThat(book.skipped()).singleElement().matches(RuleBook.Skipped::isKept);
    assertThat(fleet.left(book.take(Map.of(NAME, GOOD.replace("=b", "=a"))), "m")).isEqualTo("a");
    assertThat(book.skipped()).isEmpty();
    assertThat(fleet.left(book.take(Map.of()), "m")).isEqualTo("a b");
  }

  @Test
  void aFileThatIsEmptyWhileItsWrittenTakesNothingBack() {
    String name = "comments.tag-router";
    String tags = "tags: [{name: gray, addresses: ['10.0.0.1']}]";
    assertThat(fleet.left(book.take(Map.of(name, tags)), "m")).isEqualTo("b");
    assertThat(fleet.left(book.take(Map.of(name, "\n")), "m")).isEqualTo("b");
    assertThat(book.skipped()).singleElement().matches(one -> one.why().startsWith("is empty"));
  }

  @Test
  void aBrokenRuleLeavesTheOthersAlone() {
    RouteRules rules = book.take(Map.of(NAME, GOOD, "shop.tag-router", "tags: 7"));
    assertThat(fleet.left(rules, "m")).isEqualTo("b");
    assertThat(book.skipped()).singleElement().matches(one -> !one.isKept());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "x.script-router    | a: b                         | script routers aren't run",
        "x.mesh-rule        | a: b                         | what kind of rule it is can't be told",
        ".tag-router        | a: b                         | what kind of rule it is can't be told",
        "x.tag-router       | [1, 2]                       | expected lines of the form name:"
            + " value",
        "x.tag-router       | tag: []                      | 'tag' isn't known here, expected one"
            + " of",
        "x.tag-router       | tags: {a: b}                 | tags: expected a list",
        "x.tag-router       | tags: [{addresses: [a]}]     | tags: one has no name",
        "x.tag-router       | force: maybe                 | force: is 'maybe', expected true or"
            + " false",
        "x.tag-router       | canary: {percent: 5}         | canary.tag: is missing",
        "x.tag-router       | canary: {tag: a, percent: 101} | canary.percent: is '101', expected",
        "x.tag-router       | {tags: [{name: a, match: [{key: k, value: {regex: a+}}]}]} | a regex"
            + " isn't",
        "x.condition-router | scope: all                   | scope: is 'all', expected service or",
        "x.condition-router | enabled: true                | conditions: there are none",
        "x.condition-router | conditions: ['']             | a condition is empty, expected WHEN =>"
            + " THEN",
        "x.condition-router | conditions: ['=a => b=c']    | has '=' before 'a name', where it"
            + " means",
        "x.condition-router | conditions: ['a=>b==c']      | has '==' before 'c', where it means"
            + " nothing",
        "x.condition-router | {configVersion: v3.2, conditions: [a]} | configVersion: is 'v3.2',"
            + " expected",
        "x.condition-router | {configVersion: v3.1, conditions: [a]} | conditions[1]: expected"
            + " lines",
        "x.condition-router | {configVersion: v3.1, conditions: [{to: [{weight: -1}]}]} | weight:"
            + " is '-1'",
        "x.configurators    | enabled: true                | configs: there are none",
        "x.configurators    | configs: [{side: both, parameters: {}}] | side: is 'both', expected",
        "x.configurators    | configs: [{parameters: {weight: -1}}] | weight: is '-1', expected",
        "x.configurators    | configs: [{side: provider}]  | parameters: expected lines of the"
            + " form",
        "x.configurators    | configs: [{parameters: {weight: heavy}}] | weight: is 'heavy',"
            + " expected",
        "x.tag-router       | {a: 1, a: 2}                 | line 1: not YAML that is read here",
      })
  void aBadRuleIsSkippedWithALine(String name, String text, String line) {
    assertThat(why(name, text)).contains(line);
  }

  @Test
  void hugeRulesAreRefusedByTheirSize() {
    assertThat(why(NAME, "#".repeat(RuleReader.LONGEST + 1)))
        .contains("has more than 262144 characters");
    assertThat(why(NAME, "conditions: ['" + "x".repeat(5_000) + "']"))
        .contains("has 5000 characters, expected at most 4096");
    assertThat(why(NAME, "conditions: [" + "a,".repeat(10_001) + "]"))
        .contains("has 10001 items, expected at most 10000");
  }

  @Test
  void deepAndCyclicRulesAreRefused() {
    assertThat(why(NAME, "conditions: " + "[".repeat(50) + "]".repeat(50)))
        .contains("not YAML that is read here");
    assertThat(why(NAME, "conditions: &a [*a]")).contains("conditions: expected a text");
    assertThat(why(NAME, "&a {conditions: *a}")).contains("conditions: expected a list");
  }

  @Test
  void aliasesDontMakeMuchOfLittle() {
    StringBuilder bomb = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c < 'j'; c++) {
      char before = (char) (c - 1);
      bomb.append("%c: &%c [%s*%c]\n".formatted(c, c, ("*" + before + ", ").repeat(8), before));
    }
    assertThat(why(NAME, bomb.toString())).contains("not YAML that is read here");
  }

  @Test
  void noClassIsLoadedForATag() {
    assertThat(why(NAME, "conditions: !!java.net.URL ['http://x']"))
        .contains("not YAML that is read here");
  }

  @Test
  void thousandRulesCountAndNoMore() {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i <= RuleBook.MOST_RULES; i++) {
      texts.put("app%05d.tag-router".formatted(i), "tags: []");
    }
    assertThat(book.take(texts).rules()).hasSize(RuleBook.MOST_RULES);
    assertThat(book.skipped()).singleElement().matches(one -> one.why().contains("more than 1000"));
  }

  @Test
  void configuratorsSayWhatIsWeighedHowLongItMayTakeAndWhoIsOut() {
    String text =
        """
        configVersion: v3.0
        scope: service
        key: %s
        configs:
          - side: provider
            addresses: ['10.0.0.1:1']
            parameters: {weight: 7}
          - side: consumer
            addresses: [0.0.0.0]
            parameters: {timeout: 1234}
          - match: {address: {wildcard: '10.0.0.2:*'}}
            parameters: {disabled: true}
        """
            .formatted(Fleet.SERVICE);
    RouteRules rules = book.take(Map.of("any.configurators", text));
    assertThat(book.skipped()).isEmpty();
    ServiceRoutes routes = fleet.routes(rules);
    assertThat(routes.weight(0)).isEqualTo(7);
    assertThat(routes.weight(1)).isZero();
    assertThat(routes.timeoutMillis()).isEqualTo(1234);
    assertThat(fleet.left(rules, "m")).isEqualTo("a");
  }

  private RouteRules configured(String items) {
    RouteRules rules = book.take(Map.of(Fleet.SERVICE + ".configurators", "configs: " + items));
    assertThat(book.skipped()).isEmpty();
    return rules;
  }

  @Test
  void itemsThatAreTurnedOffTakeBackWhatTheySaid() {
    String item = "parameters: {disabled: true}, addresses: ['10.0.0.1']";
    assertThat(fleet.left(configured("[{" + item + "}]"), "m")).isEqualTo("b");
    assertThat(fleet.left(configured("[{" + item + ", enabled: false}]"), "m")).isEqualTo("a b");
    assertThat(fleet.left(configured("[{" + item + "}]"), "m")).isEqualTo("b");
    assertThat(fleet.left(configured("[]"), "m")).isEqualTo("a b");
  }

  @Test
  void whoWeighsNothingGetsCallsOnlyWhileThereIsNobodyElse() {
    String item = "{addresses: ['10.0.0.%d'], parameters: {weight: %d}}";
    String first = item.formatted(1, 0);
    String second = item.formatted(2, 0);
    assertThat(fleet.left(configured("[" + first + "]"), "m")).isEqualTo("b");
    assertThat(fleet.left(configured("[" + first + ", " + second + "]"), "m")).isEqualTo("a b");
    String later = item.formatted(1, 5);
    assertThat(fleet.left(configured("[" + first + ", " + later + "]"), "m")).isEqualTo("a b");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "addresses: ['10.0.9.1']                     | 1234",
        "addresses: ['10.0.9.1:0', '10.0.9.9']       | 1234",
        "addresses: ['0.0.0.0']                      | 1234",
        "addresses: ['10.0.9.2']                     | 0",
        "match: {address: {wildcard: '10.0.9.*'}}    | 1234",
        "match: {address: {exact: '10.0.9.2'}}       | 0",
        "applications: [shop]                        | 1234",
        "applications: ['*']                         | 1234",
        "applications: [bank]                        | 0",
      })
  void aConsumersItemIsForItsOwnMachinesAndApplications(String whose, long timeoutMillis) {
    RuleBook shop = new RuleBook(new RouteConsumer("shop", "10.0.9.1", Map.of()), true);
    String text = "configs: [{side: consumer, %s, parameters: {timeout: 1234}}]".formatted(whose);
    RouteRules rules = shop.take(Map.of(Fleet.SERVICE + ".configurators", text));
    assertThat(fleet.routes(rules).timeoutMillis()).isEqualTo(timeoutMillis);
  }

  @Test
  void aTimeoutOfSomeInstancesIsNotTheServices() {
    String some = "[{addresses: ['10.0.0.1'], parameters: {timeout: 5}}]";
    assertThat(fleet.routes(configured(some)).timeoutMillis()).isZero();
    String all = "[{addresses: ['10.0.0.*'], parameters: {timeout: 5}}]";
    assertThat(fleet.routes(configured(all)).timeoutMillis()).isEqualTo(5);
  }

  @Test
  void aProvidersItemIsForItsOwnApplications() {
    String item = "[{applications: [%s], addresses: ['10.0.0.1'], parameters: {disabled: true}}]";
    assertThat(fleet.left(configured(item.formatted("comments")), "m")).isEqualTo("b");
    assertThat(fleet.left(configured(item.formatted("other")), "m")).isEqualTo("a b");
  }

  @Test
  void aConfiguratorOfAServiceWinsOverOneOfItsApplication() {
    String own = "scope: service\nconfigs: [{parameters: {timeout: 1}}]";
    String all = "scope: application\nconfigs: [{parameters: {timeout: 2}}]";
    String other = "scope: application\nconfigs: [{services: [com.x.A], parameters: {weight: 2}}]";
    RouteRules rules =
        book.take(
            Map.of(
                Fleet.SERVICE + "::.configurators",
                own,
                "comments.configurators",
                all,
                "z.configurators",
                other));
    assertThat(fleet.routes(rules).timeoutMillis()).isEqualTo(1);
    assertThat(fleet.routes(rules).weight(0)).isZero();
  }

  @Test
  void whichSetWasDrawnIsTold() {
    String to = "conditions:\n  - to:\n      - {match: ' region=b ', weight: 7}\n";
    RouteRules rules =
        book.take(Map.of(NAME, "configVersion: v3.1\nscope: service\nforce: true\n" + to));
    assertThat(fleet.routes(rules).explain(Asked.of("m"), new java.util.Random(1)))
        .last()
        .extracting(ServiceRoutes.Told::what)
        .isEqualTo("leaves the set that was drawn: region=b, of weight 7");
  }

  @Test
  void everyRuleTellsWhatItDid() {
    RouteRules rules = book.take(Map.of(NAME, GOOD + "force: true\n"));
    assertThat(fleet.routes(rules).explain(Asked.of("m"), new java.util.Random(1)))
        .containsExactly(
            new ServiceRoutes.Told(
                "the instances' tags",
                "a call without a tag: those without one",
                List.of("10.0.0.1:1", "10.0.0.2:1")),
            new ServiceRoutes.Told(
                NAME + ": => region=b", "leaves those that match", List.of("10.0.0.2:1")));
  }

  @Test
  void aCandidateIsAskedForItsPlaceAndItsWords() {
    RouteCandidate candidate = new RouteCandidate("h", 7, Map.of("a", "b"));
    assertThat(List.of("host", "port", "address", "a"))
        .map(candidate::value)
        .containsExactly("h", "7", "h:7", "b");
    assertThat(candidate.value("c")).isNull();
  }
}
