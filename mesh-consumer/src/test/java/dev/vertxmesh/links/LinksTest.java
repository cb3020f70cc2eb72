package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.access.who.NetworkRange;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import dev.vertxmesh.discovery.fixed.StaticScheme;
import dev.vertxmesh.launch.plugin.Plugins;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.testing.CompiledJar;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinksTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");
  private static final BackendSettings SETTINGS = new BackendSettings(1024, 1024, List.of(), false);

  private final Vertx vertx = Vertx.vertx();
  private final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
  private final FakeKind fake = new FakeKind();
  private Map<ServiceKey, ? extends List<? extends Endpoint>> given = Map.of();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    vertx.close();
  }

  @Test
  void ofTwoInstancesAtOneAddressTheNewerCounts() {
    Instance former = instance("former", 30000, 1_000);
    Instance restarted = instance("restarted", 30000, 2_000);
    Instance other = instance("other", 30001, 500);
    assertThat(Subsets.newestByAddress(List.of(former, restarted, other)))
        .containsExactly(restarted, other);
    assertThat(Subsets.newestByAddress(List.of(restarted, other, former)))
        .containsExactly(restarted, other);
  }

  @Test
  void whoSpeaksWhatNobodyKnowsIsLeftOut() {
    Links links = links(Map.of("fake", fake.with(SETTINGS)));
    links.update(List.of(direct("fake", 1), direct("tri", 2)));
    assertThat(states(links)).containsOnlyKeys("fake://127.0.0.1:1");
    assertThat(given.get(HELLO)).hasSize(1);
  }

  @Test
  void aBackEndThatIsNotMadeLeavesTheOthersAlone() {
    Links links = links(Map.of("broken", broken(), "fake", fake.with(SETTINGS)));
    links.update(List.of(direct("broken", 1), direct("fake", 2)));
    assertThat(given.get(HELLO)).hasSize(2);
    fake.connect();
    await().until(() -> states(links).get("broken://127.0.0.1:1").startsWith("waiting"));
    assertThat(states(links).get("broken://127.0.0.1:1"))
        .contains("plugin broken: open() threw: java.lang.IllegalStateException: no luck");
    assertThat(states(links).get("fake://127.0.0.1:2")).startsWith("open");
    links.update(List.of(direct("fake", 2)));
    assertThat(given.get(HELLO)).hasSize(1);
  }

  /** Of a plugin, as agents get it. */
  private BackendFactory broken() {
    String jar =
        CompiledJar.write(
            folder,
            "Broken",
            """
            import dev.vertxmesh.backend.*;
            public class Broken implements BackendKind {
              public String name() { return "broken"; }
              public BackendFactory with(BackendSettings settings) {
                return (owner, context) -> { throw new IllegalStateException("no luck"); };
              }
            }
            """,
            Map.of("dev.vertxmesh.backend.BackendKind", "Broken"));
    try (Plugins plugins = Plugins.load(List.of(jar), List.of())) {
      return plugins.backends("mesh-test").stream()
          .filter(kind -> kind.name().equals("broken"))
          .map(kind -> kind.with(SETTINGS))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Whoever writes into a registry says where a provider is, and gets calls by that. */
  @ParameterizedTest
  @CsvSource({
    "false, '', '', 127.0.0.0/8, false",
    "true, '', '', 127.0.0.0/8, false",
    "true, fake, '', 10.0.0.0/8, false",
    "true, '', 127.0.0.1, 10.0.0.0/8, false",
    "true, other, 127.0.0.2, 10.0.0.0/8, true"
  })
  void aProviderWithoutAnAgentGetsPlainTextOnlyWhereSomebodySaidSo(
      boolean strict, String encrypted, String named, String network, boolean isRefused) {
    List<Instance> listed =
        named.isEmpty() ? List.of() : List.of(direct("fake", named, 1), direct("fake", named, 2));
    PlainTextRule rule =
        new PlainTextRule(strict, Set.of(encrypted), listed, List.of(NetworkRange.parse(network)));
    Links links = links(Map.of("fake", fake.with(SETTINGS)), rule);
    links.update(List.of(direct("fake", 1), direct("fake", 2)));
    assertThat(given.get(HELLO)).as("it's known in any case").hasSize(2);
    assertThat(states(links))
        .hasSize(2)
        .allSatisfy(
            (address, state) ->
                assertThat(state.startsWith("refused: fake 127.0.0.1:")).isEqualTo(isRefused));
    if (isRefused) {
      Endpoint refused = given.get(HELLO).get(0);
      assertThat(refused.state())
          .isEqualTo(
              "fake 127.0.0.1:1 refused: it has no agent and would be called in plain text, while"
                  + " this agent's links are encrypted; expected its address in --plain-text-to,"
                  + " or TLS");
      assertThat(links.tried().succeeded()).as("nobody waits for it").isTrue();
      assertThat(links.isServing(HELLO)).isFalse();
      assertThat(refused.isOpen()).isFalse();
      assertThat(refused.freeCredit()).isZero();
    }
    links.close();
  }

  @Test
  void aHostThatIsNoAddressIsInNoNetwork() {
    PlainTextRule rule =
        new PlainTextRule(true, Set.of(), List.of(), List.of(NetworkRange.parse("0.0.0.0/0")));
    assertThat(rule.refusal(direct("fake", "10.0.0.1", 1))).isNull();
    assertThat(rule.refusal(direct("fake", "evil.example", 1))).isNotNull();
    assertThat(rule.refusal(direct("fake", "fd00::1", 1))).isNotNull();
  }

  /** Until somebody finds that out, nothing goes to the provider but through its agent. */
  @Test
  void aProviderWhoseAgentCanNotBeReachedIsCalledStraight() {
    Links links = links(Map.of("fake", fake.with(SETTINGS)));
    Instance agent = fronting();
    List<Instance> both = List.of(agent, direct("fake", 1));
    assertThat(onLoop(() -> known(links, both))).containsExactly("127.0.0.1:2");
    await()
        .untilAsserted(
            () ->
                assertThat(onLoop(() -> states(links).keySet()))
                    .containsExactlyInAnyOrder("127.0.0.1:2", "fake://127.0.0.1:1"));
    assertThat(onLoop(() -> known(links, List.of(agent)))).containsExactly("127.0.0.1:2");
    onLoop(() -> closed(links));
  }

  /** It isn't given up before the provider behind the agent has been tried, too. */
  @Test
  void aCallThatWaitsForAnAgentInVainWaitsForItsProvider() {
    Links links = links(Map.of("fake", fake.with(SETTINGS)));
    LazyConnectFilter.Waking waking =
        onLoop(() -> links.waking(new StaticScheme().parse("h:1/com.x.Other").apply(vertx)));
    List<Instance> both = List.of(fronting(), direct("fake", 1));
    Future<Void> waiting =
        onLoop(
            () -> {
              links.update(both);
              return waking.begin(HELLO);
            });
    await().until(() -> onLoop(() -> states(links).size()) == 2);
    assertThat(onLoop(waiting::isComplete)).isFalse();
    onLoop(this::connected);
    await().until(waiting::succeeded);
    assertThat(onLoop(() -> links.isServing(HELLO))).isTrue();
    onLoop(() -> closed(links));
  }

  @Test
  void anAgentThatCouldNotBeReachedBeforeItFellAsleepDoesNotTakeItsProvidersPlace() {
    Links links = links(Map.of("fake", fake.with(SETTINGS)));
    List<Instance> both = List.of(fronting(), direct("fake", 1));
    onLoop(() -> known(links, both));
    await().until(() -> onLoop(() -> states(links).size()) == 2);
    onLoop(this::connected);
    onLoop(
        () -> {
          links.closeIdle(4);
          return null;
        });
    await().until(() -> onLoop(() -> states(links).get("127.0.0.1:2")).startsWith("asleep"));
    assertThat(onLoop(() -> known(links, both)))
        .containsExactlyInAnyOrder("127.0.0.1:2", "fake://127.0.0.1:1");
    onLoop(() -> closed(links));
  }

  private boolean connected() {
    fake.connect();
    return true;
  }

  private static boolean closed(Links links) {
    links.close();
    return true;
  }

  private static Instance fronting() {
    return instance("agent", 2, 0)
        .standingBefore(List.of(ProviderAddress.parse("fake://127.0.0.1:1")));
  }

  private static Set<String> known(Links links, List<Instance> instances) {
    links.update(instances);
    return states(links).keySet();
  }

  private <T> T onLoop(Supplier<T> action) {
    CompletableFuture<T> done = new CompletableFuture<>();
    context.runOnContext(now -> done.complete(action.get()));
    return done.join();
  }

  private Links links(Map<String, BackendFactory> kinds) {
    return links(kinds, PlainTextRule.ANY);
  }

  private Links links(Map<String, BackendFactory> kinds, PlainTextRule plainText) {
    return new Links(
        context,
        vertx.createNetClient(),
        new LinkSetup(vertx, "test", LinkOptions.defaults(), LinkMeter.NONE, () -> 0),
        new DirectSetup(context, kinds, plainText, 1, System::nanoTime, (one, service) -> null),
        new Subset(100, "test-0"),
        new SplittableRandom(1),
        service -> false,
        services -> given = services);
  }

  private static Map<String, String> states(Links links) {
    return links.view().stream()
        .collect(
            Collectors.toMap(EndpointView::address, view -> view.state() + ": " + view.note()));
  }

  private static Instance direct(String protocol, int port) {
    return direct(protocol, "127.0.0.1", port);
  }

  private static Instance direct(String protocol, String host, int port) {
    return new Instance(
        new Protocol(protocol), protocol + port, host, port, List.of(HELLO), 1, Map.of(), 0, 0);
  }

  private static Instance instance(String id, int port, long startedAt) {
    return new Instance(id, "127.0.0.1", port, List.of(HELLO), 1, Map.of(), 0, startedAt);
  }
}
