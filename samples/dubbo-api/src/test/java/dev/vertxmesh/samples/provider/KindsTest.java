package dev.vertxmesh.samples.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.samples.Operation;
import dev.vertxmesh.samples.Role;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KindsTest {
  private static String only(String field) {
    return Kinds.of(SampleEverything.only(field));
  }

  @Test
  void everyValueIsNamedByItsOwnClassWhateverItWasDeclaredAs() {
    List<Object> values = Arrays.asList(1, 1L, 'a', "a", null, Operation.PLUS, new Date(0));
    assertThat(Kinds.of(values))
        .isEqualTo(
            "List[Integer 1, Long 1, Character 'a', String \"a\", null, Operation PLUS,"
                + " Date 1970-01-01T00:00:00Z]");
    assertThat(Kinds.of(Map.of(1L, Role.ADMIN))).isEqualTo("Map{Long 1=Role ADMIN}");
    assertThat(Kinds.of(Set.of("b", "a"))).isEqualTo("Set[String \"a\", String \"b\"]");
    assertThat(Kinds.of(new int[][] {{1, 2}, {}})).isEqualTo("int[][int[1, 2], int[]]");
    assertThat(Kinds.of(new Long[] {1L})).isEqualTo("Long[Long 1]");
  }

  @Test
  void ofABeanThatHasOneFieldSetOnlyThatFieldIsTold() {
    assertThat(only("user"))
        .isEqualTo("Everything{user=VipUser{id=Long 8, level=Integer 2, name=String \"Bob\"}}");
    assertThat(only("boxedBig")).isEqualTo("Everything{boxedBig=Long 5}");
    assertThat(only("letter")).isEqualTo("Everything{letter=Character '数'}");
    assertThatThrownBy(() -> only("nothing")).hasMessage("no field nothing");
  }

  @Test
  void theSampleHasEveryFieldSet() {
    for (String field : Fields.of(SampleEverything.full().getClass()).keySet()) {
      assertThat(only(field)).contains("{" + field + "=");
    }
  }
}
