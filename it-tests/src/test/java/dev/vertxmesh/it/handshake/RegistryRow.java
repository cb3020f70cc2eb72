package dev.vertxmesh.it.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real registries, one of each kind, and a consumer agent that goes by all of them. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class RegistryRow {

  private static final String SERVICE = "com.x.Nobody";

  private final Map<Peer, Store> stores = new EnumMap<>(Peer.class);
  private Vertx vertx;
  private Authority ours;
  private Authority theirs;
  private Authority others;
  private Trusted trusted;
  private Relay relay;
  private Agent agent;

  /** A registry, and what it tells of itself. */
  interface Store {

    void start();

    int port();

    /** Whether it agrees to TLS 1.1; of what stands for one, whether that's as good. */
    boolean isOld();

    /** Grows, or changes, with whatever an agent asks or tells it. */
    String touched();

    void close();
  }

  /**
   * One that isn't started yet.
   *
   * @param identity null for plain text
   * @param clients who has signed the agent's certificate, for one that wants to see that
   */
  abstract Store store(Peer peer, Identity identity, Path clients, Path folder, List<String> jvm);

  /**
   * @param tls of a URL: {@code ca=…&cert=…&key=…}
   */
  abstract String url(String address, String tls);

  /** What one says of itself that no agent has asked. */
  abstract String untouched();

  /** What the documentation has of it. */
  String words(Peer peer) {
    return peer.ofRegistry();
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
    Identity own = ours.issue("agent", "");
    for (Peer peer : Peer.values()) {
      List<String> jvm = peer == Peer.TLS_1_1 ? OldTls.alone(folder) : List.of();
      Path data = folder.resolve(peer.label());
      stores.put(peer, store(peer, peer.identity(ours, theirs), ours.cert(), data, jvm));
    }
    Together.run(stores.values().stream().map(store -> store::start));
    relay = new Relay(vertx, "127.0.0.1:" + stores.get(Peer.TAKEN_OUT).port());
    List<String> flags = new ArrayList<>(List.of("--event-loops", "1"));
    for (Peer peer : Peer.values()) {
      String being = "&cert=" + own.cert() + "&key=" + own.key();
      String tls = "ca=" + trusted.file() + (peer == Peer.WANTS_A_CERTIFICATE ? "" : being);
      flags.addAll(List.of("--registry", url(addressOf(peer), tls)));
    }
    agent = Agent.of("mesh-consumer", flags.toArray(String[]::new));
    agent.start();
  }

  @AfterAll
  void close() {
    agent.close();
    stores.values().forEach(Store::close);
    RawGrpc.get(vertx.close());
  }

  private String addressOf(Peer peer) {
    return peer == Peer.TAKEN_OUT ? relay.address() : "127.0.0.1:" + stores.get(peer).port();
  }

  private JsonObject told(Peer peer) {
    return agent.topology().getJsonObject("registry").getJsonArray("parts").stream()
        .map(JsonObject.class::cast)
        .filter(part -> part.getString("url").contains(addressOf(peer)))
        .findFirst()
        .orElseThrow();
  }

  private boolean isAsked(Peer peer) {
    JsonObject told = told(peer);
    return told.getString("problem").isEmpty() && !told.getBoolean("stale");
  }

  @Test
  void theRightOneIsAsked() {
    await().until(() -> isAsked(Peer.RIGHT));
    assertThat(stores.get(Peer.RIGHT).touched()).isNotEqualTo(untouched());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RIGHT", "TAKEN_OUT"})
  void noneOfTheOthersIs(Peer peer) {
    assertThat(peer != Peer.TLS_1_1 || stores.get(peer).isOld()).isTrue();
    await().untilAsserted(() -> isLeft(peer));
    assertThat(agent.process().lines())
        .as("for the reason that came first, which on a busy machine may be another")
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(" WARN  discovery: ", addressOf(peer), "the registry can't be read"));
    assertThat(stores.get(peer).touched()).isEqualTo(untouched());
  }

  private void isLeft(Peer peer) {
    assertThat(told(peer).getString("problem")).contains(words(peer));
    assertThat(told(peer).getBoolean("stale")).isTrue();
    Answer answer = agent.http().json(SERVICE, "x", "[]");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.detail().split("; the registry "))
        .anySatisfy(one -> assertThat(one).contains(addressOf(peer), words(peer)));
  }

  @Test
  void whoseAuthorityIsTakenOutOfTheFileIsntOnNewConnections() throws IOException {
    Peer peer = Peer.TAKEN_OUT;
    await().until(() -> isAsked(peer));
    trusted.become(others);
    await()
        .untilAsserted(
            () -> {
              if (isAsked(peer)) { // the next connection may be the first that goes by the new file
                relay.cut();
                relay.mend();
              }
              isLeft(peer);
            });
    String before = stores.get(peer).touched();
    int attempts = relay.connections();
    await().until(() -> relay.connections() > attempts + 2);
    await().untilAsserted(() -> isLeft(peer));
    assertThat(stores.get(peer).touched()).isEqualTo(before);
    trusted.become(ours);
    await().until(() -> isAsked(peer));
  }
}
