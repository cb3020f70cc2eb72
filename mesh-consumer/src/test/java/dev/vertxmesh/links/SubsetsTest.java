package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubsetsTest {

  private static final ServiceKey LARGE = ServiceKey.of("com.x.Large");
  private static final ServiceKey SMALL = ServiceKey.of("com.x.Small");

  private final List<Instance> instances = new ArrayList<>();
  private final Subsets ten = new Subsets(new Subset(10, "gateway-0"));

  @Test
  void ofALargeServiceSomeAreTakenAndOfASmallOneAll() {
    for (int i = 0; i < 100; i++) {
      instances.add(instance(i, i % 20 == 0 ? List.of(LARGE, SMALL) : List.of(LARGE)));
    }
    List<Instance> taken = ten.of(instances);
    assertThat(taken.stream().filter(one -> one.services().contains(LARGE))).hasSize(10);
    assertThat(taken.stream().filter(one -> one.services().contains(SMALL))).hasSize(5);
  }

  @Test
  void anInstanceKeepsOnlyTheServicesThatAreCalledThere() {
    for (int i = 0; i < 100; i++) {
      instances.add(instance(i, List.of(LARGE, SMALL)));
      if (i < 8) {
        instances.set(i, instance(i, List.of(LARGE, SMALL, ServiceKey.of("com.x.Few"))));
      }
    }
    for (Instance one : ten.of(instances)) {
      assertThat(one.services()).isNotEmpty();
    }
    assertThat(ten.of(instances).stream().filter(one -> one.services().contains(LARGE)))
        .hasSize(10);
  }

  @Test
  void whoHasNotToldItsServicesIsTaken() {
    Instance silent =
        new Instance(Protocol.DUBBO, "silent", "127.0.0.1", 20880, List.of(), 1, Map.of(), 0, 0);
    for (int i = 0; i < 100; i++) {
      instances.add(instance(i, List.of(LARGE)));
    }
    instances.add(silent);
    assertThat(ten.of(instances)).hasSize(11).contains(silent);
  }

  @Test
  void fewInstancesStayAsTheyAre() {
    instances.add(instance(1, List.of(LARGE, SMALL)));
    instances.add(instance(2, List.of(LARGE)));
    assertThat(ten.of(instances)).isEqualTo(instances);
  }

  private static Instance instance(int number, List<ServiceKey> services) {
    return new Instance(
        "id" + number, "127.0.0.1", 30000 + number, services, 1, Map.of(), 0, 1_000);
  }
}
