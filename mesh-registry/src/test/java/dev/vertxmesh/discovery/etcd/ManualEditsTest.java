package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManualEditsTest {

  private static final Map<String, String> ZONE_A = Map.of("zone", "a");
  private static final Map<String, String> ZONE_B = Map.of("zone", "b");
  private static final Instance WRITTEN = new Instance("a", "h", 1, List.of(), 1, ZONE_A, 5, 7);

  @Test
  void whatNobodyChangedStaysAsTheAgentWantsIt() {
    assertThat(ManualEdits.merge(WRITTEN, WRITTEN, WRITTEN)).isEqualTo(WRITTEN);
  }

  @Test
  void aPersonsWeightAndTagsHold() {
    Instance found = WRITTEN.weighing(9, ZONE_B);
    assertThat(ManualEdits.merge(WRITTEN, found, WRITTEN)).isEqualTo(found);
  }

  @Test
  void aNewMindOfTheAgentsAboutAFieldWinsForThatField() {
    Instance found = WRITTEN.weighing(9, ZONE_B);
    assertThat(ManualEdits.merge(WRITTEN, found, WRITTEN.weighing(3, ZONE_A)))
        .isEqualTo(WRITTEN.weighing(3, ZONE_B));
  }

  @Test
  void allElseOnlyTheAgentKnows() {
    Instance found = new Instance("a", "elsewhere", 2, List.of(), 9, ZONE_A, 0, 0);
    Instance wanted = WRITTEN.serving(List.of(ServiceKey.of("com.x.A")));
    assertThat(ManualEdits.merge(WRITTEN, found, wanted)).isEqualTo(wanted.weighing(9, ZONE_A));
  }
}
