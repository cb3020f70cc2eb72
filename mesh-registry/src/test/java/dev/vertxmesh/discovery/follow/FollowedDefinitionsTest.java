package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of who stands before a provider, and follows nobody. */
class FollowedDefinitionsTest {

  private static final ServiceKey ORDERS = ServiceKey.of("com.x.Orders");
  private static final ServiceKey USERS = ServiceKey.of("com.x.Users");

  /** Types that say what they were read from. */
  private record Read(String text) implements ServiceTypes {
    @Override
    public long weight() {
      return 1;
    }
  }

  private static final class Reader implements BackendKind {
    @Override
    public String name() {
      return "dubbo";
    }

    @Override
    public BackendFactory with(BackendSettings settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ServiceTypes types(ServiceKey service, String text) {
      return new Read(text);
    }
  }

  private final HandStore store = new HandStore();
  private final HandTime time = new HandTime();
  private final FollowedDefinitions definitions =
      new FollowedDefinitions(store, new Reader(), time.thread(), () -> true, () -> {});

  private ServiceTypes of(String application, ServiceKey service) {
    Map<String, String> tags = Map.of("application", application);
    return definitions.of(
        new Instance(Protocol.DUBBO, "id", "h", 1, List.of(), 1, tags, 0, 0), service);
  }

  @Test
  void thoseOfNamedServicesAreReadThoughNobodyIsFollowed() {
    store.set("definition com.x.Orders shop", Map.of("", "O"));
    store.set("definition com.x.Users shop", Map.of("", "U"));
    definitions.keep("shop", List.of(ORDERS, USERS));
    time.settle();
    assertThat(of("shop", ORDERS)).isEqualTo(new Read("O"));
    assertThat(of("shop", USERS)).isEqualTo(new Read("U"));
    assertThat(of("other", ORDERS)).isNull();
    definitions.want(List.of()); // nobody is called, and they stay
    assertThat(of("shop", ORDERS)).isEqualTo(new Read("O"));
  }

  @Test
  void thoseThatAreNotNamedAnyMoreAreLeft() {
    store.set("definition com.x.Orders shop", Map.of("", "O"));
    definitions.keep("shop", List.of(ORDERS, USERS));
    time.settle();
    definitions.keep("shop", List.of(USERS));
    time.settle();
    assertThat(of("shop", ORDERS)).isNull();
    assertThat(store.listeners).containsOnlyKeys("definition com.x.Users shop");
    definitions.end();
    definitions.keep("shop", List.of(ORDERS));
    assertThat(store.listeners).isEmpty();
  }
}
