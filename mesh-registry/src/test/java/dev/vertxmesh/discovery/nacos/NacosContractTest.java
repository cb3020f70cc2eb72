package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.announced.AnnouncedApplication;
import dev.vertxmesh.discovery.announced.ApplicationLayout;
import dev.vertxmesh.discovery.announced.DubboContractTest;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import dev.vertxmesh.discovery.nacos.Announcements.Host;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is registered in Nacos is what a real provider of Dubbo 3.3.6 has registered there. */
class NacosContractTest {

  private static Instance instance(Protocol protocol, int port, String service) {
    ServiceKey key = ServiceKey.parse(service);
    return new Instance(
        protocol,
        "id",
        "192.0.2.2",
        port,
        List.of(key),
        100,
        AnnouncedApplication.tags(key, "10.0.0.1:30000"),
        0,
        1795362135149L);
  }

  @ParameterizedTest
  @CsvSource({
    "dubbo, 20990, lab.OrderService:1.0@blue, providers:lab.OrderService:1.0:blue",
    "grpc, 50991, lab.OrderService, providers:lab.OrderService::"
  })
  void theInterfaceLevelAgrees(String protocol, int port, String service, String registered) {
    Protocol called = protocol.equals("grpc") ? Protocol.GRPC : Protocol.DUBBO;
    String name = new DubboLayout().name(instance(called, port, service));
    Host host = DubboServices.host(name);
    assertThat(host.service()).isEqualTo(registered);
    assertThat(host.ip()).isEqualTo("192.0.2.2");
    assertThat(host.port()).isEqualTo(port);
    DubboContractTest.assertAgree(DubboContractTest.inNacos(registered), host.metadata());
    assertThat(host.metadata()).containsKeys("category", "path", "protocol");
  }

  /** Nacos' client compares addresses: what an agent's entry is called isn't part of them. */
  @Test
  void theApplicationLevelHasTheGatewaysAddressAndNotTheAgents() {
    Instance instance = instance(Protocol.DUBBO, 20990, "lab.OrderService");
    String name = new ApplicationLayout().name(instance);
    String value = AnnouncedApplication.of(instance).instanceMetadata().encode();
    Host host = NacosApplications.host(name, value);
    assertThat(host.service()).isEqualTo("vertx-mesh.lab.OrderService");
    assertThat(host.ip()).isEqualTo("192.0.2.2");
    assertThat(host.port()).isEqualTo(20990);
    Map<String, Object> real = DubboContractTest.inNacos("order-app");
    assertThat(host.metadata()).containsOnlyKeys(real.keySet());
  }
}
