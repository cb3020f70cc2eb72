package dev.vertxmesh.access.who;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {

  @ParameterizedTest
  @ValueSource(strings = {"shop", "a;b", "a:b c", "spiffe://mesh/ns/x", "Zoë", "a%3Bb"})
  void whatALinkIsToldIsTheSameIdentity(String name) {
    Identity one = Identity.of(Identity.Kind.TOKEN, name, Set.of("x;y", "z", "ä"));
    assertThat(Identity.introduced(one.introduction())).isEqualTo(one).hasToString(one.toString());
    assertThat(one.introduction()).matches("[!-~]+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "shop", "king:shop", "key:", "key:;a", "anonymous:", "key:%zz"})
  void nothingElseIntroducesAnybody(String words) {
    assertThat(Identity.introduced(words)).isNull();
  }

  @Test
  void namesAndGroupsAreBounded() {
    assertThatThrownBy(
            () -> Identity.of(Identity.Kind.TOKEN, "x".repeat(Identity.MOST_CHARS), Set.of()))
        .hasMessageContaining("more than 8192 characters");
  }
}
