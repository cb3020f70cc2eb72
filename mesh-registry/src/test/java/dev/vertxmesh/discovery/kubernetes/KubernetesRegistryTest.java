package dev.vertxmesh.discovery.kubernetes;

import static dev.vertxmesh.testing.kubernetes.FakeKubernetes.conditions;
import static dev.vertxmesh.testing.kubernetes.FakeKubernetes.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.testing.kubernetes.FakeKubernetes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesRegistryTest {

  private static final InPod NO_POD = new InPod(Map.of(), Path.of("none"));

  private final Vertx vertx = Vertx.vertx();
  private final FakeKubernetes kubernetes = new FakeKubernetes();
  private final List<Registry> opened = new ArrayList<>();
  private final List<List<Instance>> seen = new CopyOnWriteArrayList<>();
  private Registry registry;

  @AfterEach
  void close() {
    opened.forEach(KubernetesRegistryTest::close);
    kubernetes.close();
    vertx.close();
  }

  private static void close(Registry one) {
    Future<Void> closed = one.close();
    await().until(closed::isComplete);
  }

  private Registry open(String rest) {
    Registry one = KubernetesScheme.open(vertx, KubernetesUrl.parse(rest, NO_POD));
    opened.add(one);
    return one;
  }

  /** Begins to watch; the future is the registry's. */
  private Future<Void> watch(String rest) {
    seen.clear();
    registry = open(rest);
    return registry.watch(seen::add);
  }

  private Future<Void> watchOrders(String more) {
    return watch("shop/orders?wait=600&cache=none&api=" + kubernetes.url() + more);
  }

  private Set<String> hosts() {
    List<Instance> latest = seen.isEmpty() ? List.of() : seen.get(seen.size() - 1);
    return latest.stream().map(Instance::host).collect(Collectors.toSet());
  }

  private void awaitHosts(String... hosts) {
    await().untilAsserted(() -> assertThat(hosts()).containsExactlyInAnyOrder(hosts));
  }

  private void awaitConfirmed() {
    await().untilAsserted(() -> assertThat(registry.stale()).as(registry.problem()).isFalse());
  }

  private void orders(JsonObject... endpoints) {
    kubernetes.slice("shop", "orders-1", "orders", "dubbo", 20880, endpoints);
  }

  private void twoOrders() {
    kubernetes.service("shop", "orders", "com.x.A");
    orders(endpoint("10.0.0.1", "a"), endpoint("10.0.0.2", "b"));
  }

  @Test
  void endpointsComeTerminateAndGo() {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    Instance one = seen.get(0).get(0);
    assertThat(one.protocol()).isEqualTo(Protocol.DUBBO);
    assertThat(one.services()).hasToString("[com.x.A]");
    assertThat(one.tags()).containsEntry("zone", "a").containsEntry("pod", "a");
    assertThat(registry.describe()).startsWith("kubernetes:shop/orders at 127.0.0.1:");
    await().until(() -> kubernetes.watches() == 2);
    JsonObject leaving = endpoint("10.0.0.1", "a").put("conditions", conditions(false, true, true));
    orders(leaving, endpoint("10.0.0.2", "b"), endpoint("10.0.0.3", "c"));
    awaitHosts("10.0.0.2", "10.0.0.3");
    kubernetes.service("shop", "orders", "com.x.B");
    await().until(() -> last().services().toString().equals("[com.x.B]"));
    kubernetes.slice("shop", "orders-2", "orders", "dubbo", 1, endpoint("10.0.0.4", "d"));
    awaitHosts("10.0.0.2", "10.0.0.3", "10.0.0.4");
    kubernetes.delete("endpointslices", "shop", "orders-1");
    awaitHosts("10.0.0.4");
    JsonObject failing =
        endpoint("10.0.0.4", "d").put("conditions", conditions(false, false, null));
    kubernetes.slice("shop", "orders-2", "orders", "dubbo", 1, failing);
    awaitHosts(); // it's told, and so believed at once
    awaitConfirmed();
    assertThat(registry.malformed()).isZero();
  }

  private Instance last() {
    List<Instance> latest = seen.get(seen.size() - 1);
    return latest.get(latest.size() - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000})
  void eventsMayComeInAnyPieces(int bytes) {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.chunk(bytes);
    kubernetes.bookmark();
    orders(endpoint("10.0.0.3", "c"));
    kubernetes.bookmark();
    awaitHosts("10.0.0.3");
  }

  private long watchesAsked() {
    return kubernetes.asked().stream().filter(uri -> uri.contains("watch=true")).count();
  }

  private long lists() {
    return kubernetes.asked().stream().filter(uri -> uri.contains("limit=")).count();
  }

  @Test
  void manyAreListedInPages() {
    kubernetes.service("shop", "orders", "com.x.A");
    kubernetes.pageSize(3);
    for (int i = 1; i <= 10; i++) {
      kubernetes.slice("shop", "s" + i, "orders", "tri", 50051, endpoint("10.0.0." + i, "p" + i));
    }
    watchOrders("");
    awaitHosts(IntStream.rangeClosed(1, 10).mapToObj(i -> "10.0.0." + i).toArray(String[]::new));
    assertThat(kubernetes.asked()).anyMatch(uri -> uri.contains("continue=9"));
    assertThat(last().protocol()).hasToString("grpc");
  }

  /** An answer has 2 MiB at most: less is asked for then. */
  @Test
  void pagesThatAreTooLargeAreAskedForInParts() {
    kubernetes.service("shop", "orders", "com.x.A");
    for (int i = 1; i <= 4; i++) {
      JsonObject large = endpoint("10.0.0." + i, "p" + i).put("hints", "x".repeat(600_000));
      kubernetes.slice("shop", "s" + i, "orders", "dubbo", 20880, large);
    }
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4");
    assertThat(kubernetes.asked()).anyMatch(uri -> uri.contains("limit=1&continue="));
  }

  @Test
  void oneWatchGoesOnWhereTheLastHasEnded() {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.bookmark();
    orders(endpoint("10.0.0.3", "c"));
    awaitHosts("10.0.0.3");
    String last = "resourceVersion=" + kubernetes.version();
    kubernetes.endWatches();
    await().until(() -> kubernetes.watches() == 2);
    assertThat(kubernetes.asked())
        .anyMatch(uri -> uri.contains("watch=true") && uri.endsWith(last));
    orders(endpoint("10.0.0.4", "d"));
    awaitHosts("10.0.0.4");
  }

  /** Who isn't in the new list may just have been forgotten by it. */
  @Test
  void afterA410AllIsListedAndWhoIsMissingStaysForAWhile() {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.compact();
    await().until(() -> lists() >= 4 && kubernetes.watches() == 2);
    orders(endpoint("10.0.0.1", "a"));
    awaitHosts("10.0.0.1");
    awaitConfirmed();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nobodyIsForgottenWhileItIsAwayOrSilent(boolean isSilent) {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    if (isSilent) {
      kubernetes.silent(true);
    } else {
      kubernetes.stop();
    }
    await().until(() -> registry.stale());
    await().until(() -> registry.problem().contains("what was known last stays"));
    orders(endpoint("10.0.0.2", "b"), endpoint("10.0.0.3", "c"));
    assertThat(hosts()).containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
    if (isSilent) {
      kubernetes.silent(false);
    } else {
      kubernetes.start();
    }
    awaitHosts("10.0.0.2", "10.0.0.3");
    awaitConfirmed();
  }

  @Test
  void aCutConnectionIsNobodysTrouble() {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.cutWatches();
    await().until(() -> kubernetes.watches() == 2);
    orders(endpoint("10.0.0.2", "b"));
    awaitHosts("10.0.0.2");
    assertThat(seen).allMatch(one -> !one.isEmpty());
  }

  @Test
  void thatNobodyIsThereIsNotBelievedOfAListAlone() {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.lose();
    kubernetes.compact();
    await().until(() -> registry.problem().contains("2 gone that did not say so"));
    assertThat(hosts()).containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
    twoOrders();
    awaitConfirmed();
    awaitHosts("10.0.0.1", "10.0.0.2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "{}",
        "{\"kind\":\"EndpointSliceList\",\"metadata\":{},\"items\":[]}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}",
        "{\"kind\":\"EndpointSliceList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[",
      })
  void anAnswerThatIsNoneIsNotBelieved(String body) {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.answerWith(body);
    kubernetes.cutWatches();
    await().until(() -> registry.problem().contains("its answer about endpointslices"));
    assertThat(hosts()).containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
    kubernetes.answerWith(null);
    awaitConfirmed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "{\"type\":\"ADDED\"}", "LONG"})
  void aWatchThatCanNotBeUnderstoodBeginsAnew(String line) {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> kubernetes.watches() == 2);
    kubernetes.write(line.equals("LONG") ? "x".repeat(3 << 20) : line);
    await().until(() -> lists() >= 4);
    orders(endpoint("10.0.0.2", "b"));
    awaitHosts("10.0.0.2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/endpointslices | 401 | it doesn't take an agent without token-file= (401: sorry",
        "/endpointslices | 403 | a Role with get, list and watch of endpointslices in the API group",
        "/services | 403 | doesn't let an agent without token-file= read services in namespace shop",
        "watch=true | 403 | it doesn't let an agent without token-file= read",
        "/endpointslices | 404 | it has no endpointslices in namespace shop",
        "/endpointslices | 429 | it wants to be left alone for",
        "/endpointslices | 500 | it doesn't answer about endpointslices in namespace shop (500: so",
      })
  void refusalsSayWhatIsMissing(String uri, int status, String told) {
    twoOrders();
    kubernetes.refuse(uri, status, "sorry");
    watchOrders("");
    await().untilAsserted(() -> assertThat(registry.problem()).contains(told));
    kubernetes.refuse(uri, 0, "");
    awaitHosts("10.0.0.1", "10.0.0.2");
    awaitConfirmed();
  }

  @Test
  void whoMayListAndNotWatchIsToldSoAllTheTime() {
    twoOrders();
    kubernetes.refuse("watch=true", 403, "sorry");
    watchOrders("");
    await().until(() -> registry.problem().contains("it doesn't let an agent"));
    long lists = lists();
    long watches = watchesAsked();
    await().until(() -> watchesAsked() > watches + 3);
    assertThat(registry.problem()).contains("it doesn't let an agent");
    assertThat(registry.stale()).isTrue();
    assertThat(lists()).isEqualTo(lists);
    assertThat(hosts()).hasSize(2);
    kubernetes.refuse("", 0, "");
    awaitConfirmed();
  }

  @Test
  void aServerThatIsNotWellIsNotBelievedToSayAllThereIs() {
    twoOrders();
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    kubernetes.refuse("/", 500, "etcd failed");
    await().until(() -> registry.stale());
    assertThat(hosts()).hasSize(2);
  }

  @Test
  void theTokenIsReadAnewAndNeverShown(@TempDir Path folder) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "s3cret-1\n");
    twoOrders();
    watchOrders("&token-file=" + token);
    awaitHosts("10.0.0.1", "10.0.0.2");
    Files.writeString(token, "s3cret-2\n");
    await().until(() -> kubernetes.tokens().contains("Bearer s3cret-2"));
    kubernetes.refuse("/", 401, "no");
    kubernetes.cutWatches();
    await().until(() -> registry.problem().contains("it doesn't take the token of " + token));
    assertThat(registry.problem() + registry.describe()).doesNotContain("s3cret");
    Files.delete(token);
    await().until(() -> registry.problem().contains("can't be read"));
    assertThat(kubernetes.tokens()).startsWith("Bearer s3cret-1").doesNotContain("null");
  }

  @Test
  void whatAFileHasToHaveIsSaidAtTheStart(@TempDir Path folder) throws IOException {
    String api = "shop/orders?cache=none&api=https://127.0.0.1:1";
    assertThatThrownBy(() -> open(api + "&token-file=" + folder.resolve("none")))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageContaining("none can't be read");
    Path empty = Files.writeString(folder.resolve("empty"), "a b");
    assertThatThrownBy(() -> open(api + "&token-file=" + empty))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageContaining("has no token, or more than that")
        .hasMessageNotContaining("a b");
    assertThatThrownBy(() -> open(api + "&ca=" + empty))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageContaining("the API server's authority: " + empty);
  }

  @Test
  void aPodThatHasNoTokenIsToldSo() {
    InPod pod = new InPod(Map.of("KUBERNETES_SERVICE_HOST", "127.0.0.1"), Path.of("nowhere"));
    registry = KubernetesScheme.open(vertx, KubernetesUrl.parse("orders?cache=none", pod));
    opened.add(registry);
    registry.watch(seen::add);
    await().until(() -> registry.problem().contains("expected automountServiceAccountToken: true"));
    assertThat(registry.describe()).startsWith("kubernetes:default/orders");
  }

  @Test
  void oneBadEntryIsSkippedAndTheOthersGoOn() {
    twoOrders();
    kubernetes.slice("shop", "bad", "orders", new JsonObject().put("endpoints", 1));
    kubernetes.slice("shop", "web", "orders", "http", 80, endpoint("10.0.0.9", "w"));
    kubernetes.slice("shop", "host", "orders", "dubbo", 1, endpoint("not a host", "h"));
    watchOrders("");
    awaitHosts("10.0.0.1", "10.0.0.2");
    assertThat(registry.malformed()).isEqualTo(3);
  }

  @Test
  void aServiceThatIsNotThereIsShownUntilItIs() {
    watchOrders("");
    await().until(() -> registry.malformed() == 1);
    twoOrders();
    awaitHosts("10.0.0.1", "10.0.0.2");
    await().until(() -> registry.malformed() == 0);
  }

  @Test
  void aSnapshotOutlivesTheAgent(@TempDir Path cache) {
    twoOrders();
    String rest = "shop/orders?api=" + kubernetes.url() + "&cache=" + cache;
    watch(rest);
    awaitHosts("10.0.0.1", "10.0.0.2");
    close(registry);
    kubernetes.stop();
    watch(rest);
    awaitHosts("10.0.0.1", "10.0.0.2");
    assertThat(registry.stale()).isTrue();
    kubernetes.start();
    awaitConfirmed();
  }

  @Test
  void whoStartsWithoutItGivesUpWhenItsTimeIsUp() {
    kubernetes.stop();
    Future<Void> begun = watch("shop/orders?wait=1&cache=none&api=" + kubernetes.url());
    await().until(begun::isComplete);
    assertThat(begun.cause())
        .isInstanceOf(RegistryFailure.class)
        .hasMessageStartingWith("registry kubernetes:shop/orders at 127.0.0.1:");
    twoOrders();
    kubernetes.start();
    awaitHosts("10.0.0.1", "10.0.0.2");
  }

  @Test
  void servicesAreFoundByLabelInSeveralNamespaces() {
    twoOrders();
    kubernetes.service("infra", "orders", null);
    kubernetes.slice("infra", "x", "orders", "grpc", 9000, endpoint("10.0.1.1", "x"));
    kubernetes.service("infra", "other", null);
    kubernetes.slice("infra", "y", "other", "grpc", 9000, endpoint("10.0.1.2", "y"));
    watch("shop/,infra/?label=app%3Dorders&cache=none&api=" + kubernetes.url());
    awaitHosts("10.0.0.1", "10.0.0.2", "10.0.1.1");
    await().until(() -> kubernetes.watches() == 4);
    kubernetes.slice("infra", "z", "orders", "grpc", 9000, endpoint("10.0.1.3", "z"));
    awaitHosts("10.0.0.1", "10.0.0.2", "10.0.1.1", "10.0.1.3");
  }

  /**
   * Kubernetes tells of its pods itself; an agent beside one needs nothing of it, no token even.
   */
  @Test
  void announcingAsksForNothing() {
    Registry announcing = open("shop/orders?cache=none&api=" + kubernetes.url());
    Instance own = new Instance("a-1", "10.0.0.1", 30000, List.of(), 1, Map.of(), 0, 0);
    Future<?> announced = announcing.announce(own).compose(one -> one.withdraw());
    await().until(announced::isComplete);
    assertThat(announced.succeeded()).isTrue();
    assertThat(announcing.problem()).isEmpty();
    assertThat(kubernetes.asked()).isEmpty();
  }
}
