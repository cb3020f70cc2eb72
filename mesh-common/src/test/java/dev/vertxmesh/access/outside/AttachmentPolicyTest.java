package dev.vertxmesh.access.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is noted and what is hidden of a Dubbo consumer's attachments. */
class AttachmentPolicyTest {

  private Set<String> ofAccess = Set.of();
  private Set<String> ofLimits = Set.of();

  private AttachmentPolicy words(String... allowed) {
    AllowedNames names =
        allowed.length == 0 ? AllowedNames.ALL : new AllowedNames(List.of(allowed));
    return new AttachmentPolicy(names, () -> ofAccess, () -> ofLimits);
  }

  @Test
  void whatSteersAndWhatRulesAreAboutIsNoted() {
    AttachmentPolicy words = words();
    assertThat(words.get()).contains("dubbo.tag", "token").isSameAs(words.get());
    ofAccess = Set.of("x-may");
    ofLimits = Set.of("x-tenant");
    assertThat(words.get()).contains("dubbo.tag", "x-may", "x-tenant").isSameAs(words.get());
    ofLimits = Set.of();
    assertThat(words.get()).contains("x-may").doesNotContain("x-tenant");
  }

  @Test
  void whoAConsumerSaysItIsIsHiddenUnlessItIsAllowedOrARuleDecides() {
    assertThat(words().test("remote.application")).isTrue();
    assertThat(words("remote.application", "*").test("remote.application")).isFalse();
    assertThat(words("*").test("remote.application")).isTrue();
    ofAccess = Set.of("remote.application");
    assertThat(words().test("remote.application")).isFalse();
  }

  @Test
  void ofAListAllElseIsHiddenButWhatARequestNeeds() {
    assertThat(words().test("colour")).isFalse();
    assertThat(words("trace").test("colour")).isTrue();
    assertThat(words("trace").test("trace")).isFalse();
    for (String needed : List.of("path", "interface", "group", "version", "timeout", "generic")) {
      assertThat(words("trace").test(needed)).as(needed).isFalse();
    }
    assertThat(words("trace").test("dubbo.tag")).as("it's refused").isFalse();
  }
}
