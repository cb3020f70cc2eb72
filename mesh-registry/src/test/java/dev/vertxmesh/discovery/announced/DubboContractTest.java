package dev.vertxmesh.discovery.announced;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the mesh writes and what a real provider of Dubbo 3.3.6 has written agree, key by key. Each
 * deliberate difference is in a list here; a key more or less on either side fails. Which types
 * methods have, which Dubbo's providers write beside both levels, agents don't know and don't
 * write.
 */
public class DubboContractTest {

  /**
   * What Dubbo's providers say and the mesh doesn't.
   *
   * <ul>
   *   <li>{@code deprecated}, {@code generic}: false, as where nothing is said
   *   <li>{@code release}: consumers take it for what a provider of Dubbo can do
   *   <li>{@code revision}: of the jar that the interface is from
   *   <li>{@code service-name-mapping}: what a provider has to do before it registers
   *   <li>{@code weight}: where somebody has set one; 100 is what everybody has
   *   <li>{@code metadata-type}, {@code REGISTRY_CLUSTER}: read by who writes them alone
   * </ul>
   */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "deprecated",
          "generic",
          "release",
          "revision",
          "service-name-mapping",
          "weight",
          "metadata-type",
          "REGISTRY_CLUSTER");

  /**
   * What the mesh says and Dubbo's providers don't, or not everywhere.
   *
   * <ul>
   *   <li>{@code category}: of providers, which consumers of 2.6 look at
   *   <li>{@code serialization}: hessian2, since 3.3's own choice isn't all agents'
   *   <li>{@code vertx-mesh}: who has written it, so that agents don't call in circles
   * </ul>
   */
  private static final Set<String> ADDED = Set.of("category", "serialization", "vertx-mesh");

  /**
   * What both say of themselves: who they are, since when, and {@code *} for {@code methods}, since
   * an agent needn't know which there are.
   */
  private static final Set<String> OWN = Set.of("application", "timestamp", "methods");

  /** Who announces: a consumer agent itself, or a provider agent at a gateway's address. */
  enum Announcing {
    GATEWAY {
      @Override
      Map<String, String> tags(ServiceKey service) {
        return Map.of();
      }
    },
    PROVIDER_AGENT {
      @Override
      Map<String, String> tags(ServiceKey service) {
        return AnnouncedApplication.tags(service, "10.0.0.1:30000");
      }
    };

    abstract Map<String, String> tags(ServiceKey service);

    /** In the place of the real provider. */
    Instance instance(String protocol, int port, ServiceKey service) {
      return new Instance(
          protocol.equals("tri") ? Protocol.GRPC : Protocol.DUBBO,
          "id",
          "192.0.2.2",
          port,
          List.of(service),
          100,
          tags(service),
          0,
          1795361859549L);
    }
  }

  private static String dump(String name) {
    try (InputStream in = DubboContractTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a real provider's service says in Nacos. */
  public static Map<String, Object> inNacos(String service) {
    return new JsonObject(dump("nacos-metadata.json")).getJsonObject(service).getMap();
  }

  /** Two sets of parameters of one service. */
  public static void assertAgree(Map<String, ?> theirs, Map<String, ?> ours) {
    assertThat(minus(theirs.keySet(), ours.keySet())).as("left out").isSubsetOf(LEFT_OUT);
    assertThat(minus(ours.keySet(), theirs.keySet())).as("added").isSubsetOf(ADDED);
    assertThat(ours.keySet()).doesNotContainAnyElementsOf(LEFT_OUT);
    Set<String> same = new TreeSet<>(ours.keySet());
    same.retainAll(theirs.keySet());
    assertThat(same).containsAll(OWN.stream().filter(theirs::containsKey).toList());
    same.removeAll(OWN);
    assertThat(same).contains("side", "dubbo", "interface", "dynamic");
    for (String name : same) {
      assertThat(ours.get(name)).as(name).isEqualTo(theirs.get(name));
    }
  }

  private static Set<String> minus(Set<String> all, Set<String> without) {
    Set<String> left = new TreeSet<>(all);
    left.removeAll(without);
    return left;
  }

  private static Map<String, String> parameters(String url) {
    return Stream.of(url.substring(url.indexOf('?') + 1).split("&"))
        .map(one -> one.split("=", 2))
        .collect(Collectors.toMap(one -> one[0], one -> one[1]));
  }

  private static String place(String url) {
    return url.substring(0, url.indexOf('?'));
  }

  @ParameterizedTest
  @EnumSource
  void urlsOfTheInterfaceLevelAgree(Announcing who) {
    List<String> urls = dump("zookeeper-providers.txt").lines().toList();
    assertThat(urls).hasSize(2);
    for (String url : urls) {
      RegisteredUrl real = RegisteredUrl.parse(url);
      Instance instance = who.instance(real.protocol(), real.address().port(), real.service());
      String ours = RegisteredUrl.of(instance).toString();
      assertThat(place(ours)).isEqualTo(place(url));
      assertAgree(parameters(url), parameters(ours));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatARevisionServesAgrees(Announcing who) {
    JsonObject real = new JsonObject(dump("/dev/vertxmesh/discovery/application/metadata.json"));
    JsonObject services = real.getJsonObject("services");
    assertThat(services.size()).isEqualTo(2);
    for (String key : services.fieldNames()) {
      JsonObject theirs = services.getJsonObject(key);
      AnnouncedApplication application = AnnouncedApplication.of(instance(who, theirs));
      JsonObject metadata = new JsonObject(application.metadata());
      assertThat(metadata.fieldNames()).isEqualTo(real.fieldNames());
      assertThat(metadata.getString("revision"))
          .isEqualTo(application.revision())
          .hasSameSizeAs(real.getString("revision"));
      assertThat(metadata.getJsonObject("services").fieldNames()).containsExactly(key);
      JsonObject ours = metadata.getJsonObject("services").getJsonObject(key);
      assertThat(ours.fieldNames()).isEqualTo(theirs.fieldNames());
      for (String name : ours.fieldNames()) {
        if (!name.equals("params")) {
          assertThat(ours.getValue(name)).as(name).isEqualTo(theirs.getValue(name));
        }
      }
      JsonObject params = ours.getJsonObject("params");
      assertAgree(theirs.getJsonObject("params").getMap(), params.getMap());
      assertThat(params.getString("application")).isEqualTo(metadata.getString("app"));
    }
  }

  private static Instance instance(Announcing who, JsonObject service) {
    ServiceKey key =
        new ServiceKey(
            service.getString("name"),
            service.getString("group", ""),
            service.getString("version", ""));
    return who.instance(service.getString("protocol"), service.getInteger("port"), key);
  }

  /** In the form that Curator reads: what it doesn't find or doesn't know is an error to it. */
  @ParameterizedTest
  @EnumSource
  void theInstanceInZooKeeperAgrees(Announcing who) {
    JsonObject real =
        new JsonObject(dump("/dev/vertxmesh/discovery/application/instance-remote.json"));
    ServiceKey service = ServiceKey.of("lab.OrderService");
    JsonObject ours =
        AnnouncedApplication.of(who.instance("dubbo", real.getInteger("port"), service))
            .ofCurator();
    assertThat(kinds(ours)).isEqualTo(kinds(real));
    for (String same : List.of("id", "address", "port", "serviceType", "sslPort", "uriSpec")) {
      assertThat(ours.getValue(same)).as(same).isEqualTo(real.getValue(same));
    }
    JsonObject payload = ours.getJsonObject("payload");
    assertThat(payload.getString("@class"))
        .isEqualTo(real.getJsonObject("payload").getString("@class"));
    assertThat(payload.getString("name")).isEqualTo(ours.getString("name"));
    assertSaysTheSame(
        payload.getJsonObject("metadata"),
        real.getJsonObject("payload").getJsonObject("metadata").getMap());
  }

  @ParameterizedTest
  @EnumSource
  void theInstanceInNacosAgrees(Announcing who) {
    ServiceKey service = ServiceKey.of("lab.OrderService");
    assertSaysTheSame(
        AnnouncedApplication.of(who.instance("dubbo", 20990, service)).instanceMetadata(),
        inNacos("order-app"));
  }

  /** All but the revision and the time. */
  private static void assertSaysTheSame(JsonObject ours, Map<String, ?> theirs) {
    assertThat(ours.fieldNames()).isEqualTo(theirs.keySet());
    for (String same : List.of("dubbo.metadata.storage-type", "meta-v")) {
      assertThat(ours.getValue(same)).as(same).isEqualTo(theirs.get(same));
    }
    JsonArray endpoints = new JsonArray(ours.getString("dubbo.endpoints"));
    JsonArray real = new JsonArray(theirs.get("dubbo.endpoints").toString());
    assertThat(endpoints).containsExactly(real.getJsonObject(0));
  }

  /** Each name with the kind of its value, all the way down. */
  private static Map<String, Object> kinds(JsonObject json) {
    Map<String, Object> kinds = new HashMap<>();
    Function<Object, Object> kind =
        value ->
            value instanceof JsonObject below
                ? kinds(below)
                : value == null ? "null" : value instanceof Number ? "number" : "text";
    json.fieldNames().forEach(name -> kinds.put(name, kind.apply(json.getValue(name))));
    return kinds;
  }

  /** A list that nobody needs any more would hide a mistake. */
  @Test
  void everyDifferenceThatIsListedIsThere() {
    JsonObject services =
        new JsonObject(dump("/dev/vertxmesh/discovery/application/metadata.json"))
            .getJsonObject("services");
    Set<String> theirs = new TreeSet<>();
    Set<String> ours = new TreeSet<>();
    for (String key : services.fieldNames()) {
      JsonObject service = services.getJsonObject(key);
      theirs.addAll(service.getJsonObject("params").fieldNames());
      ours.addAll(RegisteredUrl.of(instance(Announcing.GATEWAY, service)).parameters().keySet());
    }
    assertThat(theirs).containsAll(LEFT_OUT);
    assertThat(ours).containsAll(ADDED).containsAll(OWN);
  }
}
