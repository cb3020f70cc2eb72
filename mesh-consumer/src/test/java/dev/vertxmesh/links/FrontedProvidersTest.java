package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FrontedProvidersTest {

  private static final String PROVIDER = "dubbo://10.0.0.7:20880";

  private final Instance provider = direct(Protocol.DUBBO, 20880, "a.Hello", "a.Users");
  private final Instance agent = agent(30000, "a.Hello", "a.Users").standingBefore(at(PROVIDER));

  private static List<ProviderAddress> at(String... addresses) {
    return Stream.of(addresses).map(ProviderAddress::parse).toList();
  }

  private static Instance agent(int port, String... services) {
    return direct(Protocol.MESH, port, services);
  }

  private static Instance direct(Protocol protocol, int port, String... services) {
    return new Instance(
        protocol,
        protocol + "-" + port,
        "10.0.0.7",
        port,
        Stream.of(services).map(ServiceKey::parse).toList(),
        1,
        Map.of(),
        0,
        0);
  }

  private static Iterable<Instance> called(Instance... instances) {
    return FrontedProviders.of(List.of(instances)).without(agent -> true);
  }

  @Test
  void aProviderThatHasAnAgentCountsOnceInAnyOrder() {
    assertThat(called(agent, provider)).containsExactly(agent);
    assertThat(called(provider, agent)).containsExactly(agent);
    assertThat(called(provider)).containsExactly(provider);
    assertThat(called(agent)).containsExactly(agent);
  }

  @Test
  void whileItsAgentCanNotBeCalledItIsCalledStraight() {
    FrontedProviders fronted = FrontedProviders.of(List.of(agent, provider));
    assertThat(fronted.without(one -> false)).containsExactly(agent, provider);
    assertThat(fronted.isBefore(agent.address())).isTrue();
    assertThat(FrontedProviders.of(List.of(agent)).isBefore(agent.address())).isFalse();
  }

  @Test
  void whatTheAgentDoesNotHaveIsCalledStraight() {
    Instance some = agent(30000, "a.Hello").standingBefore(at(PROVIDER));
    assertThat(called(some, provider))
        .containsExactly(some, provider.serving(List.of(ServiceKey.of("a.Users"))));
  }

  @Test
  void aProviderIsKnownByAnyOfItsAddresses() {
    Instance two =
        agent(30000, "a.Hello", "a.Users")
            .standingBefore(at("dubbo://10.0.0.7:20880", "dubbo://10.0.0.7:50051"));
    Instance triple = direct(Protocol.GRPC, 50051, "a.Users");
    assertThat(called(two, provider, triple)).containsExactly(two);
  }

  @Test
  void othersAreLeftAlone() {
    Instance other = direct(Protocol.DUBBO, 20881, "a.Hello");
    Instance plain = agent(30001, "a.Hello");
    assertThat(called(agent, provider, other, plain)).containsExactly(agent, other, plain);
  }

  @Test
  void oneWhoseServicesNobodyHasToldIsCalledThroughItsAgentAlone() {
    assertThat(called(agent, direct(Protocol.DUBBO, 20880))).containsExactly(agent);
  }
}
