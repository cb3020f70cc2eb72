package dev.vertxmesh.consumer.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.access.outside.AllowedNames;
import dev.vertxmesh.balance.RouteView;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.rule.RouteRequest;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of the words of who asks where a call would go: what the call's are made of. */
class AskedRouteTest {

  private static final String NEEDS_LEAVE =
      "attachment dubbo.tag: Dubbo itself goes by it; callers may set it where the agent has"
          + " --attachment-allow dubbo.tag, or an access rule for them with may: [dubbo.tag]";

  private List<String> allowed = List.of("dubbo.tag", "*");
  private Set<String> guarded = Set.of();

  private AskedRoute asked(String... words) {
    MultiMap asked = MultiMap.caseInsensitiveMultiMap().add("service", "com.x.Hello");
    for (String word : words) {
      int equals = word.indexOf('=');
      asked.add(word.substring(0, equals), word.substring(equals + 1));
    }
    return new AskedRoute(
        asked,
        new CallerWords("x-mesh-tag", null, new AllowedNames(allowed), () -> guarded),
        new RouteConsumer("shop", "10.0.0.9", Map.of()));
  }

  private static JsonObject told(AskedRoute route) {
    return route.told(new RouteView(List.of("10.0.0.7:20880"), List.of(), 0));
  }

  @Test
  void aHeaderThatIsNoAttachmentOverHttpIsNoneHereAndTold() {
    AskedRoute route = asked("header=dubbo.tag:gray", "header=Accept: text/plain");
    assertThat(route.attachment(RouteRequest.TAG)).isNull();
    assertThat(told(route).getJsonArray("unread")).containsExactly("dubbo.tag", "accept");
  }

  @Test
  void headersBecomeWhatTheyBecomeOfACall() {
    AskedRoute route =
        asked(
            "header=X-Mesh-Tag: gray",
            "header=x-mesh-attachment-user:zoë",
            "header=x-request-id:7",
            "header=x-mesh-group:blue");
    assertThat(route.attachment(RouteRequest.TAG)).isEqualTo("gray");
    assertThat(route.attachment("user")).isEqualTo("zoë");
    assertThat(route.attachment("x-request-id")).isEqualTo("7");
    assertThat(route.parameter("group")).isEqualTo("blue");
    assertThat(told(route).fieldNames()).doesNotContain("unread", "refused");
    assertThat(told(route).getJsonArray("left")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"x-mesh-tag", "x-mesh-attachment-dubbo.tag"})
  void aCallThatWouldBeRefusedLeavesNobodyAndTheRefusalIsTold(String header) {
    allowed = List.of();
    JsonObject told = told(asked("header=" + header + ":gray"));
    assertThat(told.getString("refused")).isEqualTo(NEEDS_LEAVE);
    assertThat(told.getJsonArray("left")).isEmpty();
    guarded = Set.of("dubbo.tag"); // some callers may
    assertThat(told(asked("header=" + header + ":gray")).containsKey("refused")).isFalse();
  }

  @Test
  void whatAListOfAllowedNamesHasNotGotIsRefusedToo() {
    allowed = List.of("x-*");
    assertThat(told(asked("header=x-mesh-attachment-user:vip")).getString("refused"))
        .isEqualTo(
            "attachment user: callers may set those of --attachment-allow, and user isn't among"
                + " them");
    assertThat(told(asked("header=x-mesh-attachment-x-user:vip")).containsKey("refused")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bogus=1                   | nobody reads 'bogus', expected service, method, header, argument or host
          service=com.x.Other       | service is there more than once
          host=abc                  | host is 'abc', expected the caller's IP address, such as 10.0.0.7
          header=gray               | header is 'gray', expected NAME:VALUE
          header=x-mesh-grup:b      | header x-mesh-grup: expected group, version, timeout, class, generic, oneway, strict or attachment-NAME
          header=x-mesh-timeout:abc | header x-mesh-timeout: 'abc', expected milliseconds from 1 to 86400000
          """)
  void whatIsAskedWrongIsNamed(String word, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> asked(word)).withMessage(message);
  }

  @Test
  void theCallersAddressIsAsConnectionsTellIt() {
    assertThat(asked("host=10.1.2.3").parameter("host")).isEqualTo("10.1.2.3");
    assertThat(asked("host=::1").parameter("host")).isEqualTo("10.0.0.9");
    assertThat(asked().parameter("host")).isEqualTo("10.0.0.9");
  }

  @Test
  void aServiceThatNobodyKnowsIsNotThereAndHowToHaveItIsTold() {
    assertThatThrownBy(() -> asked().told(null))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage(
            "no service com.x.Hello is known; where registries follow only what is called, call it"
                + " first, or name it with --subscribe");
  }
}
