package dev.vertxmesh.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Dubbo's documentation says that conditions do, a line each. */
class ConditionRuleTest {

  private final Fleet fleet =
      new Fleet()
          .with("h1", "172.22.3.91", 20880, "region=hangzhou status=prod version=v1")
          .with("h2", "172.22.3.12", 20881, "region=hangzhou status=staging version=v2")
          .with("b1", "10.20.3.3", 20880, "region=beijing status=prod env=gray version=v1");

  private final RuleBook book = new RuleBook(RouteConsumer.NOBODY, true);

  private RouteRules rules(String name, String text) {
    RouteRules rules = book.take(Map.of(name, text));
    assertThat(book.skipped()).isEmpty();
    return rules;
  }

  private RouteRules service(boolean force, String... conditions) {
    return rules(
        Fleet.SERVICE + "::.condition-router",
        "configVersion: v3.0\nscope: service\nforce: %s\nconditions:\n  - '%s'\n"
            .formatted(force, String.join("'\n  - '", conditions)));
  }

  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "method=getComment => region=hangzhou      | getComment                | h1 h2",
        "method=getComment => region=hangzhou      | addComment                | h1 h2 b1",
        "=> region=hangzhou                        | any                       | h1 h2",
        "region=hangzhou                           | any                       | h1 h2",
        "true => region=hangzhou                   | any                       | h1 h2",
        "=> status != staging                      | any                       | h1 b1",
        "application = product =>                  | any application=product   | -",
        "application = product =>                  | any application=shop      | h1 h2 b1",
        "application = product => false            | any application=product   | -",
        "method != getComment => region=beijing    | getComment                | h1 h2 b1",
        "method != getComment => region=beijing    | addComment                | b1",
        "host != 10.20.153.10,10.20.153.11 =>      | any host=10.20.153.10     | h1 h2 b1",
        "host != 10.20.153.10,10.20.153.11 =>      | any host=10.20.153.12     | -",
        "host = 10.20.153.10,10.20.153.11 =>       | any host=10.20.153.11     | -",
        "=> host != 172.22.3.91                    | any                       | h2 b1",
        "=> host = 172.22.3.1*,10.20.*             | any                       | h2 b1",
        "host = 172.22.3.* => host = 172.22.3.*    | any host=172.22.3.5       | h1 h2",
        "host = 172.22.3.* => host = 172.22.3.*    | any host=172.22.4.5       | h1 h2 b1",
        "=> host = $host                           | any host=10.20.3.3        | b1",
        "=> region = $region                       | any region=beijing        | b1",
        "=> region = $region & version = v1        | any region=hangzhou       | h1",
        "application = bops => host = 10.20.3.3    | any application=bops      | b1",
        "application != bops => host != 10.20.3.3  | any application=shop      | h1 h2",
        "method = find*,list*,get*,is* => env=gray | listAll                   | b1",
        "method = find*,list*,get*,is* => env=gray | save                      | h1 h2 b1",
        "method != find*,get* => region=hangzhou   | save                      | h1 h2",
        "attachments[user]=vip => env=gray         | any @user=vip             | b1",
        "attachments[user]=vip => env=gray         | any                       | h1 h2 b1",
        "attachments[level]=1~9 => env=gray        | any @level=5              | b1",
        "attachments[level]=1~9 => env=gray        | any @level=10             | h1 h2 b1",
        "arguments[0]=tom => env=gray              | any arg0=tom              | b1",
        "arguments[0]=tom => env=gray              | any arg0=ann              | h1 h2 b1",
        "arguments[1]=~100 => env=gray             | any arg1=100              | b1",
        "=> address=*:20880                        | any                       | h1 b1",
        "=> port=20881                             | any                       | h2",
        "consumer.host=1.1.1.1 => provider.port=20881 | any host=1.1.1.1       | h2",
        "method=a & application=b => env=gray      | a application=b           | b1",
        "method=a & application=b => env=gray      | a application=c           | h1 h2 b1",
        "=> region=hangzhou & region!=hangzhou     | any                       | h1 h2 b1",
      })
  void aCondition(String condition, String call, String left) {
    assertThat(fleet.left(service(false, condition), call)).isEqualTo(left);
  }

  @Test
  void whatMatchesNobodyHoldsOnlyIfItIsForced() {
    assertThat(fleet.left(service(false, "=> region=shanghai"), "any")).isEqualTo("h1 h2 b1");
    assertThat(fleet.left(service(true, "=> region=shanghai"), "any")).isEqualTo("-");
  }

  @Test
  void conditionsNarrowDownOneAfterTheOther() {
    RouteRules rules = service(false, "=> region=hangzhou", "method=a => status=prod");
    assertThat(fleet.left(rules, "a")).isEqualTo("h1");
    assertThat(fleet.left(rules, "b")).isEqualTo("h1 h2");
  }

  @Test
  void aRuleOfAnotherServiceOrADisabledOneChangesNothing() {
    String text = "scope: service\nconditions: ['=> region=beijing']\n";
    assertThat(fleet.left(rules("com.foo.Other::.condition-router", text), "any"))
        .isEqualTo("h1 h2 b1");
    assertThat(
            fleet.left(
                rules(Fleet.SERVICE + "::.condition-router", text + "enabled: false\n"), "any"))
        .isEqualTo("h1 h2 b1");
  }

  @Test
  void aRuleOfAnApplicationIsForWhoCallsOrWhoIsCalled() {
    String text = "scope: application\nconditions: ['=> region=beijing']\n";
    RouteRules called = rules("comments.condition-router", text);
    assertThat(fleet.left(called, "any")).isEqualTo("b1");
    RuleBook shop = new RuleBook(new RouteConsumer("shop", "", Map.of()), true);
    RouteRules calling = shop.take(Map.of("shop.condition-router", text));
    assertThat(fleet.left(calling, "any")).isEqualTo("b1");
  }

  private RouteRules split(String conditions) {
    return rules(
        Fleet.SERVICE + ".condition-router",
        "configVersion: v3.1\nscope: service\nconditions:\n" + conditions);
  }

  @Test
  void callsAreSplitByWeights() {
    RouteRules rules =
        split(
            """
              - from: {match: 'method=buy'}
                to:
                  - {match: 'env != gray', weight: 500}
                  - {match: 'status = staging', weight: 100}
                  - {match: 'env = gray', weight: 900}
            """);
    Map<String, Integer> draws = fleet.draws(rules, "buy");
    assertThat(draws.keySet()).containsExactly("b1", "h2");
    assertThat(draws.get("b1")).isBetween(860, 940);
    assertThat(fleet.left(rules, "look")).isEqualTo("h1 h2 b1");
  }

  @Test
  void whoseCallIsAnotherGoesElsewhere() {
    ServiceRoutes routes = fleet.routes(service(true, "=> region=$region"));
    BitSet left = new BitSet();
    for (String line : List.of("m region=beijing", "m region=hangzhou", "m region=beijing")) {
      routes.route(left, Asked.of(line), new SplittableRandom(1));
      assertThat(left.cardinality()).as(line).isEqualTo(line.endsWith("beijing") ? 1 : 2);
    }
    routes.route(left, Asked.of("m"), new SplittableRandom(1));
    assertThat(left.isEmpty()).isTrue();
  }

  @Test
  void aSmallSetOfManyIsASetToo() {
    Fleet many = new Fleet();
    for (int i = 0; i < 150; i++) {
      many.with("old" + i, "10.0.0.1", 20_000 + i, "env=prod");
    }
    many.with("new", "10.0.0.2", 20_000, "env=gray");
    assertThat(many.left(split("  - {to: [{match: 'env=gray'}]}\n"), "m")).isEqualTo("new");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{from: {match: ''}, to: [{match: 'region=$region'}]}                      | b1",
        "{from: {match: ''}, to: [{match: ''}]}                                    | h1 h2 b1",
        "{to: [{match: 'region=hangzhou'}]}                                        | h1 h2",
        "{from: {match: 'method=m'}, trafficDisable: true, to: [{match: ''}]}      | -",
        "{from: {match: 'method=m'}, to: []}                                       | -",
        "{from: {match: ''}, to: [{match: 'region=mars'}]}                         | h1 h2 b1",
        "{from: {match: ''}, force: true, to: [{match: 'region=mars'}]}            | -",
        "{from: {match: ''}, ratio: 33, to: [{match: 'region=beijing'}]}           | -",
        "{from: {match: ''}, ratio: 32, to: [{match: 'region=beijing'}]}           | b1",
      })
  void aSplit(String condition, String left) {
    RouteRules rules = split("  - " + condition + "\n");
    assertThat(fleet.left(rules, "m region=beijing")).isEqualTo(left);
  }
}
