package dev.vertxmesh.discovery.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What providers of Dubbo 3.3.6 have really registered, and what others might. */
class ApplicationLevelTest {

  private static final String ORDERS = "lab.OrderService";
  private static final HostPort PLACE = new HostPort("192.0.2.2", 20990);

  private static ApplicationInstance instance(Map<String, String> metadata) {
    return new ApplicationInstance("shop", PLACE, metadata);
  }

  private static List<Instance> instances(List<RegisteredUrl> urls) {
    return urls.stream().map(ProviderInstances::of).flatMap(Optional::stream).toList();
  }

  @Test
  void anInstanceSaysWhereWhatItServesIsFound() {
    ApplicationInstance remote = Dumps.remote();
    assertThat(remote.address()).isEqualTo(PLACE);
    assertThat(remote.revision()).isEqualTo("74e1ba42eca1ca0dce8be94faed5bbb0");
    assertThat(remote.isRemote()).isTrue();
    assertThat(remote.isEnabled()).isTrue();
    assertThat(remote.ports()).isEqualTo(Map.of("dubbo", 20990, "tri", 50991));

    ApplicationInstance local = Dumps.local();
    assertThat(local.isRemote()).isFalse();
    assertThat(MetadataAddress.of(local))
        .isEqualTo(
            new MetadataAddress(
                "dubbo",
                new HostPort("192.0.2.2", 20880),
                new ServiceKey(MetadataAddress.SERVICE, "order-app", "1.0.0")));
  }

  @Test
  void theMetadataSaysWhatIsServedByWhichProtocolAndAtWhichPort() {
    MetadataInfo info = MetadataInfo.parse(Dumps.text("metadata.json"));
    assertThat(info.revision()).isEqualTo(Dumps.remote().revision());
    List<Instance> instances = instances(info.urls(Dumps.remote(), ORDERS));
    assertThat(instances)
        .containsExactlyInAnyOrder(
            new Instance(
                Protocol.DUBBO,
                "dubbo-192.0.2.2-20990",
                "192.0.2.2",
                20990,
                List.of(new ServiceKey(ORDERS, "blue", "1.0")),
                100,
                Map.of("application", "order-app"),
                0,
                1795361900295L),
            new Instance(
                new Protocol("grpc"),
                "grpc-192.0.2.2-50991",
                "192.0.2.2",
                50991,
                List.of(ServiceKey.of(ORDERS)),
                30,
                Map.of("application", "order-app"),
                0,
                1795361900295L));
    assertThat(info.urls(Dumps.remote(), "lab.Other")).isEmpty();
  }

  @Test
  void theMetadataSaysWhatIsCalledBack() {
    String told =
        Dumps.text("metadata.json")
            .replace("\"weight\":", "\"hear.0.callback\":\"true\",\"weight\":");
    List<Instance> instances = instances(MetadataInfo.parse(told).urls(Dumps.remote(), ORDERS));
    assertThat(instances)
        .anyMatch(one -> one.calledBack().equals(Map.of(one.services().get(0), List.of("hear.0"))));
  }

  @Test
  void ofThatNoMoreIsKeptThanIsUsed() {
    String many =
        IntStream.range(0, 300)
            .mapToObj(
                i -> "\"hear%d.0.callback\":\"true\",\"%d.callback\":\"true\",".formatted(i, i))
            .collect(Collectors.joining());
    String told = Dumps.text("metadata.json").replace("\"weight\":", many + "\"weight\":");
    List<RegisteredUrl> urls = MetadataInfo.parse(told).urls(Dumps.remote(), ORDERS);
    assertThat(urls.get(0).parameters().keySet())
        .filteredOn(name -> name.endsWith(".callback"))
        .hasSize(100);
  }

  /** What the default mode of 3.x registers. */
  @Test
  void whoIsAtBothLevelsCountsOnce() {
    RegisteredUrl byInterface =
        RegisteredUrl.parse(
            "dubbo://192.0.2.2:20990/lab.OrderService?application=order-app&deprecated=false"
                + "&dubbo=2.0.2&dynamic=true&generic=false&group=blue&interface=lab.OrderService"
                + "&methods=byUser,find&release=3.3.6&revision=1.0&service-name-mapping=true"
                + "&side=provider&timestamp=1795361859549&version=1.0");
    MetadataInfo info = MetadataInfo.parse(Dumps.text("metadata.json"));
    List<RegisteredUrl> both =
        Stream.concat(Stream.of(byInterface), info.urls(Dumps.remote(), ORDERS).stream()).toList();
    assertThat(ProviderInstances.distinct(instances(both)))
        .extracting(Instance::id)
        .containsExactly("dubbo-192.0.2.2-20990", "grpc-192.0.2.2-50991");
  }

  @Test
  void aServiceOfOneProviderInTwoProtocolsIsCalledByDubbos() {
    RegisteredUrl dubbo = RegisteredUrl.parse("dubbo://h:1/a.B?application=shop");
    RegisteredUrl triple = RegisteredUrl.parse("tri://h:2/a.B?application=shop");
    RegisteredUrl alone = RegisteredUrl.parse("tri://h:2/a.C?application=shop");
    RegisteredUrl other = RegisteredUrl.parse("tri://h:3/a.B?application=other");
    List<Instance> found =
        ProviderInstances.distinct(instances(List.of(triple, alone, dubbo, other)));
    assertThat(found)
        .extracting(instance -> instance.address() + " " + instance.services())
        .containsExactlyInAnyOrder("h:1 [a.B]", "h:2 [a.C]", "h:3 [a.B]");
  }

  @Test
  void aPortThatTakesBothProtocolsIsOneInstance() {
    RegisteredUrl triple = RegisteredUrl.parse("tri://h:1/a.B");
    RegisteredUrl dubbo = RegisteredUrl.parse("dubbo://h:1/a.B");
    assertThat(ProviderInstances.distinct(instances(List.of(triple, dubbo))))
        .extracting(Instance::id)
        .containsExactly("dubbo-h-1");
  }

  @Test
  void oldAndForeignMetadataServicesAreFoundToo() {
    String nested = "{\"dubbo\":{\"version\":\"1.0.0\",\"dubbo\":\"2.0.2\",\"port\":\"20881\"}}";
    assertThat(
            MetadataAddress.of(instance(Map.of("dubbo.metadata-service.url-params", nested)))
                .address()
                .port())
        .isEqualTo(20881);
    String urls =
        "[\"dubbo://10.0.0.7:20882/org.apache.dubbo.metadata.MetadataService?group=shop"
            + "&interface=org.apache.dubbo.metadata.MetadataService&version=1.0.0\"]";
    assertThat(MetadataAddress.of(instance(Map.of("dubbo.metadata-service.urls", urls))))
        .isEqualTo(
            new MetadataAddress(
                "dubbo",
                new HostPort("10.0.0.7", 20882),
                new ServiceKey(MetadataAddress.SERVICE, "shop", "1.0.0")));
    String second = "{\"protocol\":\"tri\",\"port\":\"50051\",\"version\":\"1.0.0\"}";
    assertThat(
            MetadataAddress.of(instance(Map.of("dubbo.metadata-service.url-params", second)))
                .service())
        .isEqualTo(new ServiceKey(MetadataAddress.SECOND, "shop", "2.0.0"));
    assertThat(MetadataAddress.of(instance(Map.of())).address()).isEqualTo(PLACE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "dubbo.metadata-service.urls|nonsense|is 'nonsense', expected JSON",
        "dubbo.metadata-service.urls|[]|there's none, expected dubbo://",
        "dubbo.metadata-service.urls|[\"dubbo://h:1/a.B\"]|dubbo://…/a.B, expected dubbo://",
        "dubbo.metadata-service.url-params|[]|is '[]', expected JSON",
        "dubbo.metadata-service.url-params|{\"protocol\":\"rest\"}|by rest://, expected dubbo or",
      })
  void whoCanNotBeAskedIsToldOf(String name, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataAddress.of(instance(Map.of(name, value))))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense|not Curator's JSON",
        "[]|not Curator's JSON",
        "{\"port\":1}|address is 'null'",
        "{\"address\":\"a b\",\"port\":1}|address is 'a b', expected a host",
        "{\"address\":\"h\"}|port is 'null'",
        "{\"address\":\"h\",\"port\":0}|port is '0', expected 1 to 65535",
        "{\"address\":\"h\",\"port\":65536}|port is '65536'",
      })
  void whatIsNoInstanceIsToldOf(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApplicationInstance.ofCurator("shop", text))
        .withMessageContaining(message);
  }

  @Test
  void whoExportsNothingIsNotToBeCalled() {
    String text = "{\"address\":\"h\",\"port\":1,\"payload\":null}";
    assertThat(ApplicationInstance.ofCurator("shop", text).isEnabled()).isFalse();
    assertThat(instance(Map.of("dubbo.metadata.revision", "0")).isEnabled()).isFalse();
    Map<String, String> off = Map.of("dubbo.metadata.revision", "1", "enabled", "false");
    assertThat(instance(off).isEnabled()).isFalse();
  }

  @Test
  void whatIsTooLargeIsRefusedBeforeItIsRead() {
    String large = "x".repeat(MetadataInfo.LARGEST + 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataInfo.parse(large))
        .withMessage("metadata of 4194305 characters, expected at most 4194304");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApplicationInstance.ofCurator("shop", large))
        .withMessageContaining("expected at most 262144");
    JsonObject services = new JsonObject();
    IntStream.rangeClosed(0, MetadataInfo.MOST_SERVICES)
        .forEach(i -> services.put("s" + i, new JsonObject()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataInfo.parse(new JsonObject().put("services", services).encode()))
        .withMessage("metadata of 10001 services, expected at most 10000");
    JsonObject words = new JsonObject();
    IntStream.rangeClosed(0, ApplicationInstance.MOST_METADATA)
        .forEach(i -> words.put("w" + i, ""));
    JsonObject json =
        new JsonObject()
            .put("address", "h")
            .put("port", 1)
            .put("payload", new JsonObject().put("metadata", words));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApplicationInstance.ofCurator("shop", json.encode()))
        .withMessage("201 words of metadata, expected at most 200");
    words.remove("w0");
    assertThat(ApplicationInstance.ofCurator("shop", json.encode()).bytes())
        .as("they are thousands of bytes long, and take tens of thousands")
        .isGreaterThan(20_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nonsense", "[]", "{\"services\":[]}", "{\"services\":{\"a\":null}}", "\"x\""})
  void whatIsNoMetadataIsToldOf(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataInfo.parse(text))
        .withMessageContaining("isn't the JSON of Dubbo's metadata");
  }

  @Test
  void whoHasAnInterfaceIsOnlyAddedTo() {
    assertThat(MappedApplications.with("", "mesh")).contains("mesh");
    assertThat(MappedApplications.with("shop, b", "mesh")).contains("shop, b,mesh");
    assertThat(MappedApplications.with("shop,mesh ,b", "mesh")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MappedApplications.with("x".repeat(65_537), "mesh"))
        .withMessage("it has 65537 characters, expected at most 65536");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MappedApplications.with("a,".repeat(1_000), "mesh"))
        .withMessage("it has 1000 applications, expected at most 999");
  }

  @Test
  void theMappingNamesEachApplicationOnce() {
    assertThat(MappedApplications.parse("shop, shop-v2,,shop,a/b,..,x y\n"))
        .containsExactly("shop", "shop-v2");
    assertThat(MappedApplications.parse("")).isEmpty();
    String many = String.join(",", IntStream.range(0, 5_000).mapToObj(i -> "a" + i).toList());
    assertThat(MappedApplications.parse(many)).hasSize(MappedApplications.MOST);
  }

  @Test
  void portsThatCanNotBeAreLeftOut() {
    JsonArray endpoints =
        new JsonArray()
            .add(new JsonObject().put("protocol", "dubbo").put("port", 0))
            .add("nonsense")
            .add(new JsonObject().put("protocol", "tri").put("port", 1));
    assertThat(instance(Map.of("dubbo.endpoints", endpoints.encode())).ports())
        .isEqualTo(Map.of("tri", 1));
  }
}
