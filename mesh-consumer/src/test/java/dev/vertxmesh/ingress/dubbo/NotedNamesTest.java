package dev.vertxmesh.ingress.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is looked for in each request of a Dubbo consumer. */
class NotedNamesTest {

  private Set<String> guarded = Set.of("dubbo.tag");
  private Set<String> limited = Set.of();
  private final NotedNames names = new NotedNames(() -> guarded, () -> limited);

  @Test
  void theyAreThoseOfBothAsTheyAreNow() {
    assertThat(names.get()).containsExactly("dubbo.tag").isSameAs(names.get());
    limited = Set.of("x-tenant");
    assertThat(names.get()).containsExactlyInAnyOrder("dubbo.tag", "x-tenant");
    guarded = Set.of();
    assertThat(names.get()).containsExactly("x-tenant");
  }
}
