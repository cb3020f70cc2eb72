package dev.vertxmesh.discovery.kubernetes;

import static dev.vertxmesh.testing.kubernetes.FakeKubernetes.conditions;
import static dev.vertxmesh.testing.kubernetes.FakeKubernetes.endpoint;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownObjectsTest {

  private static final Scope SCOPE = new Scope("shop", List.of("orders", "users"), null);
  private static final String GONE = EndpointLayout.GONE;

  private final KnownObjects known = objects(1 << 20, null);

  private static KnownObjects objects(long room, KnownObjects before) {
    return new KnownObjects(List.of(SCOPE), new PortChoice("", ""), room, before);
  }

  private static ApiJson.Part part(JsonObject json) {
    return ApiJson.Part.of(json.toBuffer().getBytes());
  }

  private static void service(KnownObjects to, String name, String annotation) {
    JsonObject annotations = new JsonObject().put(ServiceWords.ANNOTATION, annotation);
    JsonObject metadata = new JsonObject().put("name", name).put("annotations", annotations);
    to.put(SCOPE, ResourceKind.SERVICES, part(new JsonObject().put("metadata", metadata)));
  }

  private static JsonObject slice(String name, String port, JsonObject... endpoints) {
    JsonObject labels = new JsonObject().put(Scope.SERVICE_LABEL, "orders");
    JsonObject entry = new JsonObject().put("name", port).put("port", 20880);
    return new JsonObject()
        .put("metadata", new JsonObject().put("name", name).put("labels", labels))
        .put("addressType", "IPv4")
        .put("endpoints", new JsonArray(List.of(endpoints)))
        .put("ports", new JsonArray().add(entry));
  }

  private static void put(KnownObjects to, JsonObject slice) {
    to.put(SCOPE, ResourceKind.ENDPOINT_SLICES, part(slice));
  }

  private Map<String, String> entries() {
    Map<String, String> entries = known.entries();
    entries.remove("Service shop/users");
    return entries;
  }

  private JsonObject instance(String id) {
    return new JsonObject(known.entries().get(id));
  }

  @Test
  void anEndpointIsAnInstanceOfItsPodWithZoneAndNode() {
    service(known, "orders", "com.x.A, com.x.B:1.0@blue");
    put(known, slice("s", "dubbo", endpoint("10.0.0.1", "orders-1")));
    assertThat(entries()).containsOnlyKeys("orders-1-20880-uid-orders-1");
    assertThat(instance("orders-1-20880-uid-orders-1"))
        .isEqualTo(
            new JsonObject(
                "{\"id\":\"orders-1-20880-uid-orders-1\",\"host\":\"10.0.0.1\",\"port\":20880,"
                    + "\"services\":[\"com.x.A\",\"com.x.B:1.0@blue\"],\"protocol\":\"dubbo\","
                    + "\"tags\":{\"zone\":\"a\",\"node\":\"node-1\",\"pod\":\"orders-1\"}}"));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "true, true, false, true",
        "-, -, -, true",
        "true, -, -, true",
        "-, true, -, true",
        "false, false, false, false",
        "-, false, -, false",
        "false, true, true, false",
        "true, true, true, false", // as publishNotReadyAddresses has it
      })
  void whoIsReadyAndStaysIsCalled(
      Boolean ready, Boolean serving, Boolean terminating, boolean called) {
    service(known, "orders", null);
    JsonObject one =
        endpoint("10.0.0.1", "p").put("conditions", conditions(ready, serving, terminating));
    put(known, slice("s", "dubbo", one));
    assertThat(entries().get("p-20880-uid-p").equals(GONE)).isEqualTo(!called);
  }

  @Test
  void whoSaysNothingAboutItselfIsReady() {
    service(known, "orders", null);
    put(known, slice("s", "dubbo", new JsonObject().put("addresses", new JsonArray().add("::1"))));
    assertThat(instance("::1-20880").getString("host")).isEqualTo("::1");
  }

  @Test
  void aPodWithAddressesOfBothKindsCountsOnce() {
    service(known, "orders", null);
    put(known, slice("six", "dubbo", endpoint("fd00::1", "p")).put("addressType", "IPv6"));
    assertThat(instance("p-20880-uid-p").getString("host")).isEqualTo("fd00::1");
    put(known, slice("four", "dubbo", endpoint("10.0.0.1", "p")));
    assertThat(entries()).hasSize(1);
    assertThat(instance("p-20880-uid-p").getString("host")).isEqualTo("10.0.0.1");
  }

  @Test
  void whoLeavesByOneSliceIsNotCalledForAnother() {
    service(known, "orders", null);
    put(known, slice("old", "dubbo", endpoint("10.0.0.1", "p")));
    JsonObject leaving = endpoint("10.0.0.1", "p").put("conditions", conditions(false, true, true));
    put(known, slice("new", "dubbo", leaving));
    assertThat(entries()).containsEntry("p-20880-uid-p", GONE);
  }

  @Test
  void twoServicesOfTheSamePodAreOneInstanceWithBoth() {
    service(known, "orders", "com.x.A");
    service(known, "users", "com.x.B");
    put(known, slice("s", "dubbo", endpoint("10.0.0.1", "p")));
    JsonObject other = slice("t", "dubbo", endpoint("10.0.0.1", "p"));
    other.getJsonObject("metadata").getJsonObject("labels").put(Scope.SERVICE_LABEL, "users");
    put(known, other);
    assertThat(instance("p-20880-uid-p").getJsonArray("services"))
        .containsExactlyInAnyOrder("com.x.A", "com.x.B");
  }

  @Test
  void anAgentHasToBeToldOf() {
    service(known, "orders", null);
    put(known, slice("s", "link", endpoint("10.0.0.1", "p")));
    assertThat(entries()).containsOnlyKeys("EndpointSlice shop/s");
    assertThat(entries().get("EndpointSlice shop/s")).contains("expected the annotation");
    service(known, "orders", "com.x.A");
    assertThat(entries()).containsOnlyKeys("p-20880-uid-p");
    assertThat(instance("p-20880-uid-p").containsKey("protocol")).isFalse();
  }

  @Test
  void theLastGoodWordStaysAndTheBrokenOneIsShown() {
    service(known, "orders", "com.x.A");
    put(known, slice("s", "dubbo", endpoint("10.0.0.1", "p")));
    final Map<String, String> good = Map.copyOf(entries());
    service(known, "orders", "com.x.A,:");
    put(known, slice("s", "smtp", endpoint("10.0.0.1", "p")));
    JsonObject broken = slice("t", "dubbo", endpoint("10.0.0.2", "q"));
    put(known, broken);
    put(known, broken.put("endpoints", 7));
    Map<String, String> now = entries();
    assertThat(now).containsAllEntriesOf(good);
    assertThat(now)
        .containsOnlyKeys(
            "p-20880-uid-p",
            "q-20880-uid-q",
            "Service shop/orders",
            "EndpointSlice shop/s",
            "EndpointSlice shop/t");
    assertThat(now.get("EndpointSlice shop/t")).contains("endpoints isn't an array");
    KnownObjects listedAnew = objects(1 << 20, known);
    service(listedAnew, "orders", "com.x.A,:");
    put(listedAnew, broken);
    assertThat(listedAnew.entries()).containsKey("q-20880-uid-q");
  }

  @Test
  void whatHasNoServiceIsSaidAndNotCalled() {
    put(known, slice("s", "dubbo", endpoint("10.0.0.1", "p")));
    assertThat(entries()).containsOnlyKeys("EndpointSlice shop/s", "Service shop/orders");
    service(known, "orders", null);
    assertThat(entries()).containsOnlyKeys("p-20880-uid-p");
    // its slices go after it, and until then they are as they were
    JsonObject metadata = new JsonObject().put("name", "orders");
    known.remove(SCOPE, ResourceKind.SERVICES, part(new JsonObject().put("metadata", metadata)));
    put(known, slice("s", "dubbo", endpoint("10.0.0.1", "p"), endpoint("10.0.0.2", "q")));
    assertThat(entries()).containsKeys("p-20880-uid-p", "q-20880-uid-q");
  }

  @Test
  void aSliceWithoutEndpointsNeedsNoPorts() {
    service(known, "orders", null);
    put(known, slice("s", "dubbo").put("ports", (Object) null).put("endpoints", (Object) null));
    assertThat(entries()).isEmpty();
    assertThat(known.isEmpty()).isFalse();
  }

  @Test
  void noSliceAndNoServiceSaysMoreThanIsTaken() {
    service(known, "orders", "com.x.A,".repeat(30_000));
    JsonArray many = new JsonArray();
    for (int i = 0; i < 200_000; i++) {
      many.add(new JsonObject());
    }
    put(known, slice("s", "dubbo").put("endpoints", many));
    assertThat(entries().get("Service shop/orders"))
        .startsWith("!annotation vertx-mesh/services: ");
    assertThat(entries().get("EndpointSlice shop/s")).contains("more than 1000 endpoints");
    put(known, slice("s", "dubbo").put("ports", many));
    assertThat(entries().get("EndpointSlice shop/s")).contains("more than 1000 ports");
  }

  /** An annotation is written once, and is in the entry of each pod. */
  @Test
  void whatPodsServeTakesRoomForEachOfThem() {
    JsonObject[] pods = new JsonObject[1_000];
    for (int i = 0; i < pods.length; i++) {
      pods[i] = endpoint("10.0.0.1", "p" + i);
    }
    service(known, "orders", "com.x.A");
    put(known, slice("s", "dubbo", pods));
    assertThat(entries()).hasSize(pods.length);
    service(
        known,
        "orders",
        IntStream.range(0, 500).mapToObj(i -> "com.x.S" + i).collect(Collectors.joining(",")));
    assertThat(entries().get("EndpointSlice shop/s"))
        .isEqualTo("!what its pods serve takes more than is left of 1048576 bytes");
    assertThat(entries()).as("what they were before stays").hasSize(pods.length + 1);
    put(known, slice("s", "dubbo", pods));
    assertThat(entries()).hasSize(pods.length + 1);
    put(known, slice("s", "dubbo", pods[0]));
    assertThat(entries()).hasSize(1);
    assertThat(instance("p0-20880-uid-p0").getJsonArray("services")).hasSize(500);
  }

  @Test
  void thereIsRoomForSoManyAndNoMore() {
    KnownObjects small = objects(20_000, null);
    service(small, "orders", null);
    for (int i = 0; i < 1_000; i++) {
      put(small, slice("s" + i, "dubbo", endpoint("10.0.0.1", "p" + i)));
      small.put(SCOPE, ResourceKind.SERVICES, part(new JsonObject().put("metadata", 1)));
    }
    assertThat(small.entries().get("other objects")).contains("20000 bytes");
    assertThat(small.entries()).hasSizeBetween(5, 20);
    int before = small.entries().size();
    put(small, slice("s0", "dubbo")); // one that is known may still lose its endpoints
    assertThat(small.entries()).hasSize(before - 1);
  }
}
