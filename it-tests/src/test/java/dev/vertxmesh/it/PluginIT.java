package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Jars;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.testing.CompiledJar;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents with jars of somebody else's, before a real Dubbo provider. */
class PluginIT {

  private final Vertx vertx = Vertx.vertx();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    RawGrpc.get(vertx.close());
  }

  @Test
  void theSamplesFilterAsksForItsHeader() {
    Mesh started =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .consumer("--plugin", Jars.plugin(), "--plugin-set", "api-keys.key=open-sesame")
            .start();
    try (Mesh mesh = started) {
      assertThat(mesh.http().hash("a").status()).isEqualTo(403);
      Answer refused = mesh.http().json(HELLO, "hash", "[\"a\"]", "x-api-key", "guessed");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("x-api-key: expected the key of this shop", "api-keys");
      assertThat(mesh.http().hash("a", "x-api-key", "open-sesame").body()).isEqualTo("97");
      assertThat(mesh.consumer().topology().getJsonArray("plugins").getString(0))
          .endsWith("sample-plugin.jar: api-keys (dev.vertxmesh.samples.plugin.ApiKeys)");
    }
  }

  @Test
  void aRegistryOfItsOwnIsOpenedAndAPickerOfItsOwnPicks() {
    String places =
        CompiledJar.write(
            folder,
            "Places",
            """
            import dev.vertxmesh.discovery.*;
            import io.vertx.core.Vertx;
            import java.util.function.Function;
            public class Places implements RegistryScheme {
              public String name() { return "places"; }
              public String syntax() { return "places:FOLDER"; }
              public Function<Vertx, Registry> parse(String rest) {
                return Registries.parse("file:" + rest, Registries.own());
              }
            }
            """,
            Map.of("dev.vertxmesh.discovery.RegistryScheme", "Places"));
    String last =
        CompiledJar.write(
            folder,
            "Last",
            """
            import dev.vertxmesh.picker.*;
            import java.util.List;
            import java.util.random.RandomGenerator;
            public class Last implements dev.vertxmesh.plugin.PickerPlugin {
              public String name() { return "last"; }
              public <C extends Candidate> CandidatePicker<C> make(
                  List<C> all, RandomGenerator random) {
                return key -> all.stream()
                    .filter(Candidate::isUsable)
                    .reduce((a, b) -> a.address().compareTo(b.address()) > 0 ? a : b)
                    .orElse(null);
              }
            }
            """,
            Map.of("dev.vertxmesh.plugin.PickerPlugin", "Last"));
    Mesh meshes =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12").agent("--plugin", places))
            .with(Provider.dubbo("2.6.12").agent("--plugin", places))
            .consumer("--plugin", places + "," + last, "--balance", "last", "--eject-slow", "0")
            .registry("places:" + folder.resolve("registry"));
    try (Mesh mesh = meshes.start()) {
      for (int call = 0; call < 20; call++) {
        assertThat(mesh.http().hash("a").status()).isEqualTo(200);
      }
      assertThat(
              mesh.sites().stream()
                  .map(site -> (long) site.agent().metrics().sum("mesh_calls_total"))
                  .sorted())
          .containsExactly(0L, 20L);
    }
  }

  /** A server of plain HTTP. */
  private HttpServer shop() {
    return RawGrpc.get(
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body ->
                                request
                                    .response()
                                    .setStatusCode(request.path().endsWith("/gone") ? 404 : 200)
                                    .end(
                                        "{\"asked\":\"%s\",\"with\":%s}"
                                            .formatted(request.path(), body))))
            .listen(0, "127.0.0.1"));
  }

  @Test
  void aConsumerAgentCallsAProviderByABackEndOfItsOwn() {
    HttpServer shop = shop();
    try (Agent consumer =
        Agent.of(
            "mesh-consumer",
            "--timeout",
            "120000",
            "--plugin",
            Jars.backend(),
            "--registry",
            "static:http-json://127.0.0.1:" + shop.actualPort() + "/com.x.Shop")) {
      consumer.start();
      assertShopIsCalled(consumer.http());
      await().until(() -> endpoint(consumer).getString("state").equals("open"));
      assertThat(endpoint(consumer).getString("address"))
          .isEqualTo("http-json://127.0.0.1:" + shop.actualPort());
      assertThat(consumer.topology().getJsonArray("plugins").getString(0))
          .endsWith("sample-backend.jar: http-json (dev.vertxmesh.samples.backend.HttpJson)");
    }
  }

  @Test
  void aProviderAgentBridgesToOneByIt() {
    HttpServer shop = shop();
    String registry = "file:" + folder.resolve("registry");
    try (Agent provider =
            Agent.of(
                "mesh-provider",
                "--plugin",
                Jars.backend(),
                "--backend",
                "http-json://127.0.0.1:" + shop.actualPort(),
                "--service",
                "com.x.Shop",
                "--registry",
                registry);
        Agent consumer = Agent.of("mesh-consumer", "--timeout", "120000", "--registry", registry)) {
      provider.start();
      Mesh.awaitReady(provider);
      consumer.start();
      await().until(() -> consumer.http().json("com.x.Shop", "price", "[]").status() == 200);
      assertShopIsCalled(consumer.http());
      RawGrpc.get(shop.close());
      await().until(() -> !provider.isReady());
      await().until(() -> consumer.http().json("com.x.Shop", "price", "[]").status() == 503);
    }
  }

  private static void assertShopIsCalled(Http http) {
    await().until(() -> http.json("com.x.Shop", "price", "[]").status() == 200);
    assertThat(http.json("com.x.Shop", "price", "[1, \"é\"]").body())
        .isEqualTo("{\"asked\":\"/com.x.Shop/price\",\"with\":[1, \"é\"]}");
    Answer gone = http.json("com.x.Shop", "gone", "[]");
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.body()).contains("the server answered 404");
  }

  private static JsonObject endpoint(Agent consumer) {
    return consumer
        .topology()
        .getJsonArray("services")
        .getJsonObject(0)
        .getJsonArray("endpoints")
        .getJsonObject(0);
  }

  private String broken(String name) {
    return CompiledJar.write(
        folder,
        "Broken",
        """
        import dev.vertxmesh.backend.*;
        public class Broken implements BackendKind {
          public String name() { return "%s"; }
          public BackendFactory with(BackendSettings settings) {
            return (owner, context) -> { throw new IllegalStateException("no luck"); };
          }
        }
        """
            .formatted(name),
        Map.of("dev.vertxmesh.backend.BackendKind", "Broken"));
  }

  @Test
  void aBackEndThatIsNotMadeLosesItsOwnCallsAndNoOthers() {
    HttpServer shop = shop();
    try (Agent consumer =
        Agent.of(
            "mesh-consumer",
            "--timeout",
            "120000",
            "--plugin",
            broken("broken") + "," + Jars.backend(),
            "--registry",
            "static:broken://127.0.0.1:1/com.x.Broken,http-json://127.0.0.1:"
                + shop.actualPort()
                + "/com.x.Shop")) {
      consumer.start();
      assertShopIsCalled(consumer.http());
      Answer lost = consumer.http().json("com.x.Broken", "any", "[]");
      assertThat(lost.status()).isEqualTo(503);
      assertThat(lost.body())
          .contains("plugin broken: open() threw: java.lang.IllegalStateException: no luck");
    }
  }

  @Test
  void aProviderAgentSaysWhyItHasNone() {
    try (Agent provider =
        Agent.of(
            "mesh-provider",
            "--plugin",
            broken("broken"),
            "--backend",
            "broken://127.0.0.1:1",
            "--service",
            "com.x.Broken",
            "--registry",
            "file:" + folder.resolve("registry"))) {
      provider.start();
      assertThat(provider.isReady()).isFalse();
      assertThat(provider.admin().get("/health/ready").body())
          .contains("plugin broken: open() threw: java.lang.IllegalStateException: no luck");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mesh", "dubbo", "grpc", "tri"})
  void aBackEndWithANameOfTheAgentsOwnIsRefused(String name) {
    String jar = broken(name);
    Child child =
        Child.start(
            "mesh-consumer", Agent.command("mesh-consumer", List.of("--plugin", jar)), Map.of());
    assertThat(child.awaitExit()).as("%s", child.log()).isNotZero();
    assertThat(child.lines())
        .singleElement()
        .asString()
        .endsWith(
            "Broken: is called %s, as is one of the agent's own, expected another name"
                .formatted(name));
  }
}
