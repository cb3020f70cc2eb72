package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinksTest {

  @Test
  void ofTwoInstancesAtOneAddressTheNewerCounts() {
    Instance former = instance("former", 30000, 1_000);
    Instance restarted = instance("restarted", 30000, 2_000);
    Instance other = instance("other", 30001, 500);
    assertThat(Links.newestByAddress(List.of(former, restarted, other)))
        .containsExactly(restarted, other);
    assertThat(Links.newestByAddress(List.of(restarted, other, former)))
        .containsExactly(restarted, other);
  }

  private static Instance instance(String id, int port, long startedAt) {
    List<ServiceKey> services = List.of(ServiceKey.of("com.x.Hello"));
    return new Instance(id, "127.0.0.1", port, services, 1, Map.of(), 0, startedAt);
  }
}
