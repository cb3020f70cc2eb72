package dev.vertxmesh.it.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.OldTls;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Relay;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real providers without agents, one of each kind, before a consumer agent that knows them all,
 * each by a group of its own. The providers count their calls, and say how many when they end.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ProviderRow {

  private final Map<Peer, Running> providers = new EnumMap<>(Peer.class);
  private final List<Agent> agents = new ArrayList<>();
  private Vertx vertx;
  private Authority ours;
  private Authority theirs;
  private Authority others;
  private Trusted trusted;
  private Relay relay;

  /**
   * What came of a call.
   *
   * @param says why there's no answer
   */
  record Outcome(boolean answered, String says) {}

  /**
   * A provider, not started yet.
   *
   * @param identity null for plain text
   * @param clients who has signed its clients' certificates; null if it wants none
   */
  abstract Running provider(Peer peer, Identity identity, Path clients, List<String> jvm);

  /** An entry of {@code static:}. */
  abstract String entry(String address, String group);

  /** The agents that are tried, each by its flags. */
  abstract List<List<String>> agents(Path trusted);

  abstract Outcome call(Agent agent, String group);

  /** What the documentation has of it. */
  String words(Peer peer) {
    return peer.ofProvider();
  }

  Vertx vertx() {
    return vertx;
  }

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    vertx = Vertx.vertx();
    ours = new Authority(folder, "ours");
    theirs = new Authority(folder, "theirs");
    others = new Authority(folder, "others");
    trusted = new Trusted(folder, ours);
    for (Peer peer : Peer.values()) {
      Path clients = peer == Peer.WANTS_A_CERTIFICATE ? ours.cert() : null;
      List<String> jvm = peer == Peer.TLS_1_1 ? OldTls.alone(folder) : List.of();
      providers.put(peer, provider(peer, peer.identity(ours, theirs), clients, jvm));
    }
    Together.run(providers.values().stream().map(running -> running::start));
    relay = new Relay(vertx, "127.0.0.1:" + providers.get(Peer.TAKEN_OUT).port());
    String entries =
        Stream.of(Peer.values())
            .map(peer -> entry(addressOf(peer), peer.label()))
            .collect(Collectors.joining(","));
    for (List<String> flags : agents(trusted.file())) {
      List<String> all =
          Stream.concat(
                  Stream.of("--registry", "static:" + entries, "--event-loops", "1"),
                  flags.stream())
              .toList();
      agents.add(Agent.of("mesh-consumer", all.toArray(String[]::new)));
    }
    Together.run(agents.stream().map(agent -> agent::start));
  }

  @AfterAll
  void close() {
    agents.forEach(Agent::close);
    providers.values().forEach(Running::close);
    RawGrpc.get(vertx.close());
  }

  private String addressOf(Peer peer) {
    return peer == Peer.TAKEN_OUT ? relay.address() : "127.0.0.1:" + providers.get(peer).port();
  }

  @Test
  void theRightOneIsCalled() {
    for (Agent agent : agents) {
      await().until(() -> call(agent, Peer.RIGHT.label()).answered());
    }
    assertThat(providers.get(Peer.RIGHT).end()).isEqualTo(agents.size());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RIGHT", "TAKEN_OUT"})
  void noneOfTheOthersGetsACall(Peer peer) {
    assertThat(peer != Peer.TLS_1_1 || providers.get(peer).isOld()).isTrue();
    for (Agent agent : agents) {
      await().untilAsserted(() -> isLeft(agent, peer));
      await().untilAsserted(() -> isSaid(agent, peer));
    }
    assertThat(providers.get(peer).end()).as("calls").isZero();
  }

  /**
   * Of what goes wrong with endpoints eight lines are written in ten seconds, and more are counted:
   * a busy agent whose first handshakes with all of them take too long has used them up by then.
   */
  private void isSaid(Agent agent, Peer peer) {
    String address = addressOf(peer) + ": ";
    List<String> said =
        agent.process().lines().stream().filter(line -> line.contains("WARN  links: ")).toList();
    assertThat(said)
        .anyMatch(
            line ->
                line.contains(address) && line.contains(words(peer))
                    || line.contains(" more like: ") && isUsedUp(said));
  }

  private static boolean isUsedUp(List<String> said) {
    return said.stream().anyMatch(line -> line.contains("its TLS handshake didn't come to an end"));
  }

  private void isLeft(Agent agent, Peer peer) {
    Outcome outcome = call(agent, peer.label());
    assertThat(outcome.answered()).isFalse();
    assertThat(outcome.says()).contains(addressOf(peer), words(peer));
    assertThat(noteOf(agent, peer)).contains(words(peer));
  }

  private String noteOf(Agent agent, Peer peer) {
    return agent.topology().getJsonArray("services").stream()
        .flatMap(service -> ((JsonObject) service).getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast)
        .filter(endpoint -> endpoint.getString("address").endsWith(addressOf(peer)))
        .map(endpoint -> endpoint.getString("note"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whoseAuthorityIsTakenOutOfTheFileGetsNoneOnNewConnections() throws IOException {
    Peer peer = Peer.TAKEN_OUT;
    int calls = 0;
    for (Agent agent : agents) {
      calls += callsUntil(agent, true);
    }
    trusted.become(others);
    for (Agent agent : agents) {
      calls += callsUntil(agent, false);
      await().untilAsserted(() -> isLeft(agent, peer));
    }
    trusted.become(ours);
    for (Agent agent : agents) {
      calls += callsUntil(agent, true);
    }
    assertThat(providers.get(peer).end()).as("calls").isEqualTo(calls);
  }

  /** Calls until it's so; returns how many calls were answered. */
  private int callsUntil(Agent agent, boolean answered) {
    int[] count = {0};
    await()
        .until(
            () -> {
              Outcome outcome = call(agent, Peer.TAKEN_OUT.label());
              if (outcome.answered()) {
                count[0]++;
                relay.cut(); // the next connection may be the first that goes by the new file
                relay.mend();
              }
              return answered ? outcome.answered() : outcome.says().contains(words(Peer.TAKEN_OUT));
            });
    return count[0];
  }
}
