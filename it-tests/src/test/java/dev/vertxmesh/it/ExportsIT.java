package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.STRING;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody names the services: the agent asks its provider. */
@ParameterizedClass(name = "dubbo {0}")
@ValueSource(strings = {"2.6.12", "2.7.23", "3.3.6"})
class ExportsIT {

  /** Less than somebody stays for who has no provider. */
  private static final Duration MOMENT = Duration.ofSeconds(4);

  @Parameter String release;

  @TempDir Path folder;

  @Test
  void callsSucceedAndTheAgentShowsWhatItFound() {
    try (Mesh mesh = Mesh.in(folder).with(provider()).start()) {
      callSucceeds(mesh);
      assertThat(mesh.http().json(USERS, "echo", "[\"x\"]").body()).isEqualTo("\"x\"");
      assertThat(mesh.http().json(USERS, "echoInt", "[3000000000]").detail())
          .contains("argument 0: 3000000000 is not an int");
      JsonObject hello = service(mesh.providerAgent(), HELLO);
      List<?> methods = hello.getJsonArray("methods").getList();
      assertThat(methods.toString())
          .isEqualTo(release.startsWith("2.6") ? "[int hash(java.lang.String)]" : "[]");
      assertThat(hello.getJsonArray("endpoints").getJsonObject(0).getString("note"))
          .contains("services known by its answer to a call of a service that it hasn't");
      assertThat(
              mesh.providerAgent().metrics().sum("mesh_calls_total", "service=\"" + HELLO + "\""))
          .isPositive();
    }
  }

  @Test
  void groupAndVersionAreFoundAndOthersFollowARestart() {
    Provider blue = provider().group("blue").version("1.2.0");
    try (Mesh mesh = Mesh.in(folder).with(blue).start()) {
      assertThat(entries()).containsExactly(List.of(HELLO + ":1.2.0@blue", USERS + ":1.2.0@blue"));
      await().until(() -> hash(mesh, "x-mesh-group", "blue", "x-mesh-version", "1.2.0") == 200);

      mesh.dubbo().restartAs(provider().group("green"));
      await().until(() -> entries().equals(List.of(List.of(HELLO + "@green", USERS + "@green"))));
      await().until(() -> hash(mesh, "x-mesh-group", "green") == 200);
      assertThat(hash(mesh, "x-mesh-group", "blue", "x-mesh-version", "1.2.0")).isNotEqualTo(200);
    }
  }

  @Test
  void aProviderThatGoesStaysForAMomentAndLeavesUntilItIsBack() {
    try (Mesh mesh = Mesh.in(folder).with(provider()).start()) {
      callSucceeds(mesh);
      List<List<String>> before = entries();
      long killed = System.nanoTime();
      mesh.dubbo().kill();
      await().until(() -> mesh.http().hash("hello").status() == 503);
      List<List<String>> soon = entries();
      if (System.nanoTime() - killed < MOMENT.toNanos()) {
        assertThat(soon).isEqualTo(before); // it may be started anew, and be back in seconds
      }
      await().until(() -> entries().isEmpty());
      await().until(() -> mesh.http().hash("hello").detail().contains("every instance has left"));
      mesh.dubbo().start();
      callSucceeds(mesh); // to the first service that is back
      await().until(() -> entries().equals(before));
    }
  }

  @Test
  void withoutAProviderTheAgentWaitsAndAnnouncesNothing() {
    int port = Ports.free();
    try (Agent agent =
            Agent.of(
                "mesh-provider",
                "--dubbo",
                "127.0.0.1:" + port,
                "--registry",
                "file:" + folder.resolve("registry"));
        DubboServer dubbo = new DubboServer(provider(), port)) {
      agent.start();
      assertThat(agent.isReady()).isFalse();
      assertThat(entries()).isEmpty();
      dubbo.start();
      await().until(agent::isReady);
      await().until(() -> entries().equals(List.of(List.of(HELLO, USERS))));
    }
  }

  private Provider provider() {
    return Provider.dubbo(release).unnamed();
  }

  private static void callSucceeds(Mesh mesh) {
    await().until(() -> mesh.http().hash("hello").body().equals("99162322"));
  }

  private static int hash(Mesh mesh, String... headers) {
    Answer answer = mesh.http().form(HELLO, "hash", STRING, "hello", headers);
    return answer.status();
  }

  private static JsonObject service(Agent agent, String name) {
    return agent.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(service -> service.getString("service").equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The services of each entry in the registry. */
  private List<List<String>> entries() {
    Path registry = folder.resolve("registry");
    if (!Files.exists(registry)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(registry)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .map(ExportsIT::services)
          .filter(Objects::nonNull)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Null if it has gone since it was listed. */
  private static List<String> services(Path entry) {
    try {
      JsonArray services = new JsonObject(Files.readString(entry)).getJsonArray("services");
      return services.stream().map(String.class::cast).toList();
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
