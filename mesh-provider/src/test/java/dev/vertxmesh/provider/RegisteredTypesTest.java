package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisteredTypesTest {

  private static final ServiceKey ORDERS = ServiceKey.of("com.x.Orders");
  private static final ServiceKey USERS = ServiceKey.of("com.x.Users");

  private final NotedRegistry registry = new NotedRegistry();
  private final RegisteredTypes types =
      new RegisteredTypes(registry, new HostPort("127.0.0.1", 20880));

  @Test
  void theyAreThoseOfTheApplicationThatTheProviderSaysItIs() {
    ServiceTypes known = () -> 1;
    registry.types = known;
    assertThat(types.of(ORDERS)).as("nobody knows which it is").isNull();
    types.follow("shop", List.of(ORDERS));
    assertThat(types.of(ORDERS)).isSameAs(known);
    assertThat(registry.typesOf).isEqualTo("shop");
  }

  @Test
  void theRegistryIsToldOnceUntilSomethingChanges() {
    types.follow("", List.of(ORDERS));
    assertThat(registry.followedTypes).isEmpty();
    types.follow("shop", List.of(ORDERS));
    types.follow("shop", List.of(ORDERS));
    types.follow("", List.of()); // it's away
    assertThat(registry.followedTypes).containsExactly("shop [com.x.Orders]");
    types.follow("shop", List.of(ORDERS, USERS));
    types.follow("store", List.of(ORDERS, USERS));
    assertThat(registry.followedTypes)
        .containsExactly(
            "shop [com.x.Orders]",
            "shop [com.x.Orders, com.x.Users]",
            "store [com.x.Orders, com.x.Users]");
  }
}
