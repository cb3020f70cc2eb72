package dev.vertxmesh.discovery.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticSchemeTest {

  private static Vertx vertx;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() {
    vertx.close();
  }

  @Test
  void listsWhatItsUrlSays() throws Exception {
    List<Instance> found =
        instances(
            "static:127.0.0.1:30000/com.x.IHello+com.x.IUser:1.0@blue;weight=2;limit=7;tag.zone=a,"
                + "[::1]:30001/com.x.IHello");
    assertThat(found).hasSize(2);
    Instance first = found.get(0);
    assertThat(first.address()).isEqualTo(new HostPort("127.0.0.1", 30000));
    assertThat(first.services())
        .containsExactly(
            ServiceKey.of("com.x.IHello"), new ServiceKey("com.x.IUser", "blue", "1.0"));
    assertThat(first.weight()).isEqualTo(2);
    assertThat(first.limit()).isEqualTo(7);
    assertThat(first.tags()).isEqualTo(Map.of("zone", "a"));
    assertThat(found.get(1).host()).isEqualTo("::1");
    assertThat(found.get(1).weight()).isEqualTo(1);
  }

  @Test
  void anEntryMayBeAProviderWithoutAnAgent() throws Exception {
    List<Instance> found =
        instances(
            "static:dubbo://127.0.0.1:20880/com.x.IHello+com.x.IUser:1.0@blue;weight=2;limit=50,"
                + "127.0.0.1:30000/com.x.IHello,dubbo://[::1]:20881,dubbo://h:1;weight=3");
    assertThat(found)
        .extracting(Instance::protocol)
        .containsExactlyInAnyOrder(Protocol.DUBBO, Protocol.MESH, Protocol.DUBBO, Protocol.DUBBO);
    Instance told = found.get(0);
    assertThat(told.address()).isEqualTo(new HostPort("127.0.0.1", 20880));
    assertThat(told.services()).hasSize(2);
    assertThat(told.weight()).isEqualTo(2);
    assertThat(told.limit()).isEqualTo(50);
    assertThat(found)
        .filteredOn(instance -> instance.services().isEmpty())
        .extracting(instance -> instance.address() + " x" + instance.weight())
        .containsExactlyInAnyOrder("[::1]:20881 x1", "h:1 x3");
  }

  @Test
  void aProviderWithoutAnAgentMaySpeakAnyProtocol() throws Exception {
    assertThat(instances("static:echo+x://h:1/com.x.A,tri://h:2"))
        .extracting(instance -> instance.protocol() + " " + instance.address())
        .containsExactlyInAnyOrder("echo+x h:1", "tri h:2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "static:|entry 1 (''): expected HOST:PORT/SERVICE",
        "static:h:1/com.x.A,h:x/com.x.A|entry 2 ('h:x/com.x.A'): port is 'x'",
        "static:h:0/com.x.A|port is '0', expected a whole number from 1 to 65535",
        "static:h/com.x.A|'h' has no port, expected HOST:PORT",
        "static::1/com.x.A|has no host",
        "static:h:1/|'' is not a service",
        "static:h:1/com.x.A;weight=0|weight is '0', expected a whole number from 1 to 10000",
        "static:h:1/com.x.A;weight=two|weight is 'two', expected a whole number",
        "static:h:1/com.x.A;wait=2|'wait=2' is not known, expected weight=N",
        "static:h:1/com.x.A;weight=2;weight=3|'weight' is given twice",
        "static:h:1/com.x.A,h:1/com.x.B|h:1 is listed twice",
        "static:dubbo://h/com.x.A|'h' has no port, expected HOST:PORT",
        "static:dubbo://h:1/|'' is not a service",
        "static:Tri://h:1/com.x.A|entry 1 ('Tri://h:1/com.x.A')",
        "static:tri://u:secret@h:1/com.x.A|entry 1 has a user before its host, expected",
        "static:dubbo://h:1,h:1/com.x.B|h:1 is listed twice",
        "consul:h:1|'consul' is none of ",
        "nothing|, file:[FOLDER], kubernetes:[NAMESPACE/]SERVICE"
      })
  void refusesABadUrlWithThePlaceOfTheMistake(String url, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Registries.parse(url, Registries.own()))
        .withMessageContaining(message);
  }

  @Test
  void takesAnAnnouncementAndDoesNothingWithIt() throws Exception {
    Registry registry = Registries.open(vertx, "static:h:1/com.x.A");
    Instance other = new Instance("x", "h", 2, List.of(), 1, Map.of(), 0, 0);
    Registration registration = get(registry.announce(other));
    get(registration.withdraw());
    assertThat(registry.size()).isEqualTo(1);
    assertThat(registry.ageMillis()).isZero();
  }

  private static List<Instance> instances(String url) throws Exception {
    List<Instance> seen = new ArrayList<>();
    get(Registries.open(vertx, url).watch(seen::addAll));
    return seen;
  }

  private static <T> T get(io.vertx.core.Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
