package dev.vertxmesh.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotenceTest {

  private static boolean isIdempotent(String service, String method, String... declared) {
    Target target = new Target(ServiceKey.of(service), method, "");
    Idempotence idempotence = new Idempotence(List.of(declared));
    boolean first = idempotence.isIdempotent(target);
    assertThat(idempotence.isIdempotent(target)).isEqualTo(first);
    return first;
  }

  @Test
  void nothingIsIdempotentUnlessDeclared() {
    assertThat(isIdempotent("a.B", "get")).isFalse();
    assertThat(isIdempotent("a.B", "get", "a.B#put", "a.C#get")).isFalse();
  }

  @Test
  void aMethodIsDeclaredByItsNameOrAPattern() {
    assertThat(isIdempotent("a.B", "get", "a.B#get")).isTrue();
    assertThat(isIdempotent("a.B", "getAll", "a.B#get")).isFalse();
    assertThat(isIdempotent("a.B", "getAll", "a.B#get*")).isTrue();
    assertThat(isIdempotent("a.b.C", "find", "a.*#find")).isTrue();
    assertThat(isIdempotent("a.b.C", "find", "*#*")).isTrue();
  }

  @Test
  void nothingButTheStarIsSpecial() {
    assertThat(isIdempotent("aXB", "get", "a.B#get")).isFalse();
    assertThat(isIdempotent("a.B$C", "get", "a.B$C#get")).isTrue();
  }

  @Test
  void severalStarsAreNoMoreWorkForALongName() {
    String stars = "*a".repeat(10) + "*#*get*b";
    assertThat(isIdempotent("a".repeat(900), "get", stars)).isFalse();
    assertThat(isIdempotent("a".repeat(900), "getb", stars)).isTrue();
  }

  @Test
  void aNameThatNobodyHasIsNotLookedAt() {
    assertThat(isIdempotent("a".repeat(1_000), "b", "*#*")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.B", "#get", "a.B#", "a.B#get#x", "a.B #get"})
  void aDeclarationThatCannotBeReadIsRefused(String declaration) {
    assertThatThrownBy(() -> new Idempotence(List.of(declaration)))
        .hasMessageContaining("'" + declaration + "', expected INTERFACE#METHOD");
  }
}
