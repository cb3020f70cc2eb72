package dev.vertxmesh.discovery.announced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.application.MetadataInfo;
import dev.vertxmesh.discovery.dubbo.MeshApplication;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AnnouncedApplicationTest {

  static Instance instance(Protocol protocol, int port, String... services) {
    return new Instance(
        protocol,
        "id-" + port,
        "10.0.0.9",
        port,
        Stream.of(services).map(ServiceKey::parse).toList(),
        100,
        Map.of(),
        0,
        1795362135149L);
  }

  @Test
  void itIsWrittenAsDubboWritesItsOwn() {
    AnnouncedApplication application =
        AnnouncedApplication.of(instance(Protocol.DUBBO, 20001, "a.Users:1.0@blue", "a.Hello"));
    JsonObject metadata = new JsonObject(application.metadata());
    assertThat(metadata.getString("app")).isEqualTo("vertx-mesh");
    assertThat(metadata.getString("revision"))
        .isEqualTo(application.revision())
        .matches("[0-9a-f]{32}");
    assertThat(metadata.getJsonObject("services").getJsonObject("blue/a.Users:1.0:dubbo").encode())
        .isEqualTo(
            "{\"group\":\"blue\",\"name\":\"a.Users\",\"params\":{\"application\":\"vertx-mesh\","
                + "\"dubbo\":\"2.0.2\",\"dynamic\":\"true\",\"group\":\"blue\","
                + "\"interface\":\"a.Users\",\"methods\":\"*\",\"serialization\":\"hessian2\","
                + "\"side\":\"provider\",\"version\":\"1.0\",\"vertx-mesh\":\"true\"},"
                + "\"path\":\"a.Users\",\"port\":20001,\"protocol\":\"dubbo\",\"version\":\"1.0\"}");
    assertThat(application.interfaces()).containsExactlyInAnyOrder("a.Users", "a.Hello");
    assertThat(application.ofCurator().encode())
        .isEqualTo(
            "{\"name\":\"vertx-mesh\",\"id\":\"10.0.0.9:20001\",\"address\":\"10.0.0.9\","
                + "\"port\":20001,\"sslPort\":null,\"payload\":{"
                + "\"@class\":\"org.apache.dubbo.registry.zookeeper.ZookeeperInstance\","
                + "\"id\":\"10.0.0.9:20001\",\"name\":\"vertx-mesh\",\"metadata\":{"
                + "\"dubbo.endpoints\":\"[{\\\"port\\\":20001,\\\"protocol\\\":\\\"dubbo\\\"}]\","
                + "\"dubbo.metadata.revision\":\""
                + application.revision()
                + "\",\"dubbo.metadata.storage-type\":\"remote\",\"meta-v\":\"1.0.0\","
                + "\"timestamp\":\"1795362135149\"}},\"registrationTimeUTC\":1795362135149,"
                + "\"serviceType\":\"DYNAMIC\",\"uriSpec\":null}");
  }

  @Test
  void whatSpeaksGrpcIsCalledByTriple() {
    AnnouncedApplication application =
        AnnouncedApplication.of(instance(Protocol.GRPC, 20000, "a.Hello"));
    assertThat(new JsonObject(application.metadata()).getJsonObject("services").fieldNames())
        .containsExactly("a.Hello:tri");
    assertThat(application.instanceMetadata().getString("dubbo.endpoints"))
        .isEqualTo("[{\"port\":20000,\"protocol\":\"tri\"}]");
    assertThat(application.metadata()).doesNotContain("serialization");
  }

  @Test
  void whatAProviderAgentAnnouncesIsAnApplicationOfOneServiceAndARevisionOfOneAgent() {
    ServiceKey blue = ServiceKey.parse("a.B:1.0@blue");
    String name = AnnouncedApplication.name(blue);
    assertThat(name).isEqualTo("vertx-mesh.a.B-1.0-blue").matches(MeshApplication::isNamed);
    Instance plain = instance(Protocol.DUBBO, 20001, blue.toString());
    Instance tagged = plain.weighing(1, Map.of("application", name, "agent", "10.0.0.7:30000"));
    AnnouncedApplication application = AnnouncedApplication.of(tagged);
    assertThat(new JsonObject(application.metadata()).getString("app")).isEqualTo(name);
    assertThat(application.ofCurator().getString("name")).isEqualTo(name);
    assertThat(application.revision())
        .isNotEqualTo(AnnouncedApplication.of(plain).revision())
        .isNotEqualTo(
            AnnouncedApplication.of(
                    plain.weighing(1, Map.of("application", name, "agent", "10.0.0.8:30000")))
                .revision());
  }

  @Test
  void noTwoServicesAreTheSameApplication() {
    String deep = "deep.".repeat(40);
    List<String> services =
        List.of(
            "a.B",
            "a.B:1.0",
            "a.B@1.0",
            "a.B:1-2",
            "a.B:1@2",
            "a.B@1-2",
            "a.B$C",
            "a.B_C",
            "a.B:1_0",
            "a.B:1+0",
            deep + "One",
            deep + "Two");
    List<String> names =
        services.stream().map(each -> AnnouncedApplication.name(ServiceKey.parse(each))).toList();
    assertThat(names)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("vertx-mesh\\.[A-Za-z0-9._-]{1,169}"))
        .startsWith("vertx-mesh.a.B", "vertx-mesh.a.B-1.0");
    assertThat(names.get(2)).matches("vertx-mesh\\.a\\.B-1\\.0-[0-9a-f]{8}");
    assertThat(names.get(6)).matches("vertx-mesh\\.a\\.B_C-[0-9a-f]{8}");
  }

  @Test
  void anApplicationThatOnlyBeginsLikeTheMeshIsNotIt() {
    assertThat(MeshApplication.isNamed("vertx-mesh")).isTrue();
    assertThat(MeshApplication.isNamed("vertx-mesh-shop")).isFalse();
    assertThat(MeshApplication.isNamed("shop")).isFalse();
  }

  /** Calls would go round. */
  @Test
  void consumerAgentsReadItAndKnowItForTheMeshsOwn() {
    AnnouncedApplication application =
        AnnouncedApplication.of(instance(Protocol.DUBBO, 20001, "a.Hello"));
    ApplicationInstance read =
        ApplicationInstance.ofCurator("vertx-mesh", application.ofCurator().encode());
    assertThat(read.isRemote()).isTrue();
    assertThat(read.revision()).isEqualTo(application.revision());
    assertThat(MetadataInfo.parse(application.metadata()).urls(read, "a.Hello"))
        .singleElement()
        .satisfies(url -> assertThat(url.address()).hasToString("10.0.0.9:20001"))
        .matches(RegisteredUrl::isOfTheMesh);
  }

  @Test
  void aRevisionIsOfTheServicesInAnyOrderAndOfOneAddress() {
    String revision = revision(20001, "a.Hello", "a.Users");
    assertThat(revision(20001, "a.Users", "a.Hello")).isEqualTo(revision);
    assertThat(revision(20001, "a.Users")).isNotEqualTo(revision);
    assertThat(revision(20002, "a.Hello", "a.Users")).isNotEqualTo(revision);
  }

  private static String revision(int port, String... services) {
    return AnnouncedApplication.of(instance(Protocol.DUBBO, port, services)).revision();
  }

  /** ZooKeeper would cut the agent off, again and again. */
  @Test
  void whatARegistryWouldNotTakeIsRefused() {
    String longest = "a." + "x".repeat(900);
    List<ServiceKey> services =
        IntStream.range(0, 500).mapToObj(i -> ServiceKey.of(longest + i)).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AnnouncedApplication.of(instance(Protocol.DUBBO, 1, "a.B").serving(services)))
        .withMessageMatching(
            "what 500 services are takes \\d+ bytes at Dubbo's application level, expected at most"
                + " 900000");
  }
}
